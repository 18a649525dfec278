// The one convex problem that every linear method is reduced to, for several
// outputs over the same rows.
#pragma once

#include <span>
#include <vector>

#include "matrix/csr_operator.h"
#include "solvers/loss.h"

namespace semilin {

/// The problem of every output k (SK06 Eq. 2; o_ik = (X w_k)_i):
///
///   f_k(w_k) = lambda_k/2 |w_k|^2
///            + 1/2 sum_i c_ik [ p_ik h(1 - o_ik) + (1 - p_ik) h(1 + o_ik) ]
///
/// with c_ik = c_i m_ik: outputs may weigh the rows each in its own way (a
/// fold of a cross-validation leaves rows out, m_ik = 0). Borrows everything.
/// Blocks have batch_stride(outputs) columns; give the padding the belief 1/2
/// and it stays at w = 0.
struct BatchProblem {
  const CsrOperator* x = nullptr;   ///< X
  Loss loss;                        ///< h
  int stride = 1;                   ///< batch_stride of the outputs
  std::span<const double> lambda;   ///< stride; > 0
  std::span<const double> costs;    ///< rows of x; c_i >= 0
  std::span<const double> beliefs;  ///< rows x stride; p_ik in [0, 1]
  RowSet rows;                      ///< those with c_i > 0
  /// rows x stride; m_ik >= 0. Empty: all 1, and nothing is read for it.
  std::span<const double> multiples = {};
};

/// m_ik of row i for all outputs, or null if all are 1.
[[nodiscard]] inline const double* multiples_of(const BatchProblem& problem,
                                                Index i) {
  return problem.multiples.empty()
             ? nullptr
             : problem.multiples.data() + i * problem.stride;
}

/// The iterate.
struct BatchIterate {
  std::vector<double> weights;  ///< w, cols x stride
  /// X w, rows x stride; those of problem.rows are kept up to date.
  std::vector<double> outputs;
};

}  // namespace semilin
