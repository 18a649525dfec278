// Lap-RLS and Lap-SVM.
#pragma once

#include <vector>

#include <Eigen/Core>
#include <Eigen/LU>

#include "graph/laplacian.h"
#include "kernel/graph_problem.h"

namespace semilin {

/// alpha = (lambda I + gamma L K)^-1 b, K dense: N^3 products once, N^2 for
/// each b. BZ's (8); K alpha is symmetric in b.
struct GraphPoints::Deformation {
  Deformation(const GraphPoints& points, double lambda, double gamma);

  double for_lambda, for_gamma;
  Eigen::PartialPivLU<Eigen::MatrixXd> factors;
};

/// The defaults of the least-squares method, from which other methods start.
inline constexpr double kLaplacianLambda = 0.01, kLaplacianGamma = 4;

/// GraphProblem::target of the labeled rows, labeled x columns.
[[nodiscard]] Eigen::MatrixXd targets(const GraphProblem& problem);

/// min  loss(f on labeled rows) + lambda/2 |f|_K^2 + gamma/2 f'Lf,  each
/// column for itself, the loss being eta/2 (y - f)^2 (BZ Eqs. 6, 8) or mu
/// max(0, 1 - y (f + b)) with y = +-1 (Eqs. 51 to 56, by the dual over the
/// labeled rows). Every column is then shifted and scaled to the mean and the
/// variance that an indicator of its class has (to_sizes): of two classes the
/// threshold lies at the mean, more are compared as z-scores.
[[nodiscard]] GraphSolution solve_laplacian(const GraphProblem& problem,
                                            const RkhsStopping& stopping);

/// f before it is shifted and scaled; of the SVM without bias.
[[nodiscard]] GraphSolution laplacian_minimizer(const GraphProblem& problem,
                                                const RkhsStopping& stopping);

/// min over f of  lambda/2 |f|_K^2 + gamma/2 f'Lf + eta/2 sum_labeled f_i^2
/// - b'f,  that is (lambda K^-1 + gamma L + eta J) f = b, f = K alpha. BZ's
/// (lambda I + gamma L K)^-1 of Eqs. 8, 54 and 126 in a symmetric form.
class LaplacianSpace {
 public:
  explicit LaplacianSpace(const GraphProblem& problem,
                          RkhsStopping stopping = {});

  /// b has values at the labeled rows only: labeled x columns.
  /// Fills f (without offsets) and the expansion.
  [[nodiscard]] GraphSolution solve(int columns, const Eigen::MatrixXd& b,
                                    double eta) const;
  /// G among the labeled rows (eta = 0).
  [[nodiscard]] Eigen::MatrixXd gram() const;

 private:
  [[nodiscard]] RkhsSolution run(int columns, const Eigen::MatrixXd& b,
                                 double eta) const;
  [[nodiscard]] RkhsSolution run_dense(int columns, const Eigen::MatrixXd& b,
                                       double eta) const;
  // Values at the labeled rows as a block over all rows.
  [[nodiscard]] std::vector<double> scatter(const Eigen::MatrixXd& b) const;

  const GraphProblem& problem_;
  RkhsStopping stopping_;
  Laplacian laplacian_;
  const GraphPoints::Deformation* dense_;
};

}  // namespace semilin
