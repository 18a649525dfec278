// Objective and gradient from scratch, in long double, from rows, costs,
// beliefs and weights: nothing of the library's arithmetic is used.
#pragma once

#include "support/problems.h"

namespace semilin::test {

struct Optimality {
  double objective = 0;
  double gradient_norm = 0;
  double gradient_norm_at_zero = 0;

  [[nodiscard]] double relative() const {
    return gradient_norm_at_zero > 0 ? gradient_norm / gradient_norm_at_zero
                                     : gradient_norm;
  }
};

/// The optimality of output k; `weights` is cols x stride.
[[nodiscard]] Optimality optimality(const OwnedProblem& problem,
                                    std::span<const double> weights, int k);

/// h(z) and h'(z) by their pieces.
[[nodiscard]] long double profile(const Loss& loss, long double z);
[[nodiscard]] long double profile_slope(const Loss& loss, long double z);

}  // namespace semilin::test
