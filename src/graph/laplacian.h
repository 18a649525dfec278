// The graph Laplacian as an operator.
#pragma once

#include <span>
#include <vector>

#include "semilin/base/index.h"
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

}  // namespace semilin
