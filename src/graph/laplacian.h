// The graph Laplacian as an operator, and conjugate gradients for a quadratic
// form plus the norm of a Hilbert space.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/base/progress.h"
#include "semilin/graph/graph.h"

#include "matrix/csr_operator.h"

namespace semilin {

/// L = D - W, with D = diag(degrees). Symmetric, positive semi-definite;
/// f'Lf = sum over edges of w_ij (f_i - f_j)^2.
class Laplacian {
 public:
  /// Shares the graph. threads 0: all available.
  Laplacian(const Graph& graph, int threads);

  /// N.
  [[nodiscard]] Index nodes() const { return adjacency_.rows(); }
  /// d_i = sum_j w_ij.
  [[nodiscard]] const std::vector<double>& degrees() const { return degrees_; }
  /// The number of threads that apply uses.
  [[nodiscard]] int threads() const { return adjacency_.threads(); }

  /// out = L in for k columns at once: blocks are N x k, row-major; k = 1, 4
  /// and multiples of 8 are fast (batch_stride). The same bits for any number
  /// of threads.
  void apply(int k, std::span<const double> in, std::span<double> out) const;

 private:
  CsrOperator adjacency_;
  std::vector<double> degrees_;
};

/// Blocks are rows x stride, row-major; each column is a problem of its own.
struct RkhsProblem {
  using Operator =
      std::function<void(std::span<const double> in, std::span<double> out)>;
  Index rows = 0;
  int stride = 1;
  Operator a = {}, k = {};  ///< A and K, symmetric, positive semi-definite
  double lambda = 0;
  int threads = 0;
};

struct RkhsStopping {
  /// Per column, sqrt(r'Kr) <= tolerance sqrt(b'Kb), r the residual.
  double tolerance = 1e-6;
  int max_iterations = 1000;
  /// Called before each iteration; borrowed. False: ends with the iterate so
  /// far.
  const GoOn* go_on = nullptr;
};

/// x = K alpha.
struct RkhsSolution {
  std::vector<double> x, alpha;
  int iterations = 0;
};

/// (A + lambda K^-1) x = b by conjugate gradients preconditioned with K: the
/// directions are p = K q, so that K^-1 p = q is at hand and K is never
/// inverted. One product with A and one with K per iteration.
[[nodiscard]] RkhsSolution solve_in_rkhs(const RkhsProblem& problem,
                                         std::vector<double> b,
                                         const RkhsStopping& stopping);

/// (L + lambda D) u = b, N x stride, preconditioned with D^-1; u = 0 at nodes
/// without edges. With lambda = 0, b sums to zero over each component.
[[nodiscard]] std::vector<double> solve_laplacian_system(
    const Laplacian& laplacian, double lambda, int stride,
    std::vector<double> b, const RkhsStopping& stopping);

}  // namespace semilin
