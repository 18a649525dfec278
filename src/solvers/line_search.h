// The exact line search of the modified finite Newton method.
#pragma once

#include <span>
#include <vector>

#include "solvers/batch_problem.h"

namespace semilin {

/// Finds, for every output k, the root alpha_k >= 0 of
///
///   psi_k'(alpha) = lambda_k (w_k.d_k + alpha d_k.d_k)
///                 + 1/2 sum_i phi_ik'(o_ik + alpha (X d_k)_i) (X d_k)_i,
///
/// the derivative of f_k(w_k + alpha d_k) (SK06 section 2.2). psi' is
/// increasing and piecewise linear, so Newton's method on it is exact as soon
/// as it stands in the root's piece; a bracket that halves when Newton leaves
/// it makes that happen after finitely many passes. SK06 sort the break points;
/// this takes some passes of O(rows) instead, all outputs at once, in parallel
/// and without memory for the break points.
///
/// outputs: X w; step_outputs: X d (both rows x stride); weight_step: w_k.d_k;
/// step_step: d_k.d_k. An output with d = 0 gets alpha = 0. T: float or double.
template <class T>
[[nodiscard]] std::vector<double> line_search(
    const BatchProblem& problem, std::span<const double> outputs,
    std::span<const T> step_outputs, std::span<const double> weight_step,
    std::span<const double> step_step);

/// Finds, for every output k, a delta_k, |psi_k'(delta_k)| <= enough[k], where
///
///   psi_k'(delta) = lambda_k (w_k + delta)
///                 + b/2 sum_i phi_ik'(o_ik + delta b)
///
/// is the derivative of f_k in the weight w_k of the column that is b =
/// problem.x->bias() in all rows. The same passes; a weight may fall.
[[nodiscard]] std::vector<double> constant_search(
    const BatchProblem& problem, std::span<const double> outputs,
    std::span<const double> weights, std::span<const double> enough);

}  // namespace semilin
