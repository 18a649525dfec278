// Slow and obvious: what the solvers must agree with. Nothing of the library's
// arithmetic is used.
#pragma once

#include "support/problems.h"

namespace semilin::test {

/// h(z) and h'(z) by their pieces.
[[nodiscard]] long double profile(const Loss& loss, long double z);
[[nodiscard]] long double profile_slope(const Loss& loss, long double z);

struct Optimality {
  double objective = 0;
  double gradient_norm = 0;
  double gradient_norm_at_zero = 0;

  [[nodiscard]] double relative() const {
    return gradient_norm_at_zero > 0 ? gradient_norm / gradient_norm_at_zero
                                     : gradient_norm;
  }
};

/// The optimality of output k from scratch, in long double; `weights` is cols x
/// stride.
[[nodiscard]] Optimality optimality(const OwnedProblem& problem,
                                    const Doubles& weights, int k);

/// The minimizer of output k by dense Newton steps, halved until f falls.
[[nodiscard]] VectorXd minimize_slowly(const OwnedProblem& problem, int k);

/// The root of psi' for output k as SK06 find it: all break points sorted, psi'
/// evaluated at each, and the straight line through the piece that crosses 0.
[[nodiscard]] double line_search_by_sorting(const OwnedProblem& problem, int k,
                                            const VectorXd& w,
                                            const VectorXd& d);

/// psi'(alpha) = d . grad f(w + alpha d).
[[nodiscard]] double ray_slope(const OwnedProblem& problem, int k,
                               const VectorXd& w, const VectorXd& d,
                               double alpha);

}  // namespace semilin::test
