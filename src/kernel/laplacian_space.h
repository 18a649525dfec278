// G = (lambda K^-1 + gamma L)^-1: the kernel that a graph deforms.
#ifndef SEMILIN_SRC_KERNEL_LAPLACIAN_SPACE_H_
#define SEMILIN_SRC_KERNEL_LAPLACIAN_SPACE_H_

#include <vector>

#include <Eigen/Core>

#include "graph/laplacian.h"
#include "graph/rkhs_cg.h"
#include "kernel/deformation.h"
#include "kernel/graph_problem.h"

namespace semilin {

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
  [[nodiscard]] RkhsSolution run(int stride, std::vector<double> b,
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

#endif  // SEMILIN_SRC_KERNEL_LAPLACIAN_SPACE_H_
