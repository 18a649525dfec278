// Conjugate gradients for the regularized least squares inside a Newton step.
#pragma once

#include <span>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/base/progress.h"

#include "matrix/csr_operator.h"

namespace semilin {

/// The system of every output k, with C_k = diag(curvature[:, k]) over `rows`:
///
///   (lambda_k I + X' C_k X) d_k = residual_k.
///
/// With residual = -gradient of f at w this is CGLS (SK06 section 2.1) seeded
/// with w: its iterate is w + d, its residual s = X'C(t - X(w + d)) -
/// lambda (w + d).
struct CglsProblem {
  const CsrOperator* x = nullptr;    ///< X
  int stride = 1;                    ///< columns of every block
  std::span<const double> lambda;    ///< stride
  std::span<const float> curvature;  ///< rows x stride, >= 0
  RowSet rows;                       ///< those with any curvature > 0
  /// cols: the preconditioner is lambda_k + diagonal_j; empty: none.
  std::span<const float> diagonal;
  /// Not 0: the last column of X is this in every row, and the residual there,
  /// which is not looked at, is 0. It is eliminated: its weight is the best for
  /// the others.
  double constant = 0;
};

/// When to stop.
struct CglsOptions {
  /// Output k stops when |residual_k| <= target[k] (2-norm); infinity: d_k = 0.
  std::span<const double> target;
  int max_iterations = 100;  ///< most iterations, shared by all outputs
  /// Called before each iteration; borrowed. False: ends with the step so far.
  const GoOn* go_on = nullptr;
  /// rows x stride: overwritten with X d at `rows`, and with 0 elsewhere. A
  /// solve that ends with max_iterations then spares its last product with X':
  /// `residual` and the norms are those of the iteration before. Empty: not
  /// wanted.
  std::span<float> image = {};
};

/// Scratch of one solve; sizes itself, so that the next solve allocates
/// nothing.
struct CglsScratch {
  std::vector<float> direction;  ///< cols x stride: p
  std::vector<float> product;    ///< cols x stride: X'C X p
  std::vector<float> image;      ///< rows x stride: X p
  /// rows x stride: C X p if X d is wanted; otherwise that takes X p's place.
  std::vector<float> weighted;
  std::vector<float> zeros;  ///< cols, without a preconditioner
};

/// The report of a solve.
struct CglsResult {
  int iterations = 0;  ///< each a product with X and, but for `image`, with X'
  /// Per output, |residual| by the recurrence at the end.
  std::vector<double> residual_norms;
};

/// Directions and products are float, sums double: an iteration is good to
/// about seven digits, and the caller, which recomputes its gradient in
/// double, gets the rest by calling again (iterative refinement).
///
/// `residual` (cols x stride) holds the right-hand side and is overwritten with
/// the final residual; `step` (cols x stride) is overwritten with d. All
/// outputs share every product; one that has reached its target continues while
/// another has not, which costs nothing, down to a hundredth of its target. An
/// iteration moves, beside the two products, 40 bytes per weight.
CglsResult solve_cgls(const CglsProblem& problem, const CglsOptions& options,
                      std::span<float> residual, std::span<float> step,
                      CglsScratch& scratch);

}  // namespace semilin
