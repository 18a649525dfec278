// Slow and obvious: what the solvers must agree with.
#pragma once

#include "support/problems.h"

namespace semilin::test {

/// The minimizer of output k by dense Newton steps, halved until f falls.
[[nodiscard]] VectorXd minimize_slowly(const OwnedProblem& problem, int k);

/// The root of psi' for output k as SK06 find it: all break points sorted, psi'
/// evaluated at each, and the straight line through the piece that crosses 0.
[[nodiscard]] double line_search_by_sorting(const OwnedProblem& problem, int k,
                                            const VectorXd& w,
                                            const VectorXd& d);

/// psi'(alpha) = lambda d.(w + alpha d) + 1/2 sum phi'(o + alpha X d) X d.
[[nodiscard]] double ray_slope(const OwnedProblem& problem, int k,
                               const VectorXd& w, const VectorXd& d,
                               double alpha);

/// Output k of a block (rows of `stride` numbers).
[[nodiscard]] VectorXd column(std::span<const double> block, int stride, int k);
[[nodiscard]] VectorXd column(std::span<const float> block, int stride, int k);

}  // namespace semilin::test
