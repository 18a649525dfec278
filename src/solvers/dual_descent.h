// Dual coordinate descent: it leads from zero to the neighborhood of the
// minimum, from where Newton's method is better.
#pragma once

#include <cstdint>

#include "semilin/base/index.h"

#include "matrix/csr_operator.h"
#include "solvers/batch_problem.h"
#include "solvers/newton.h"

namespace semilin {

/// When to stop, and where to begin.
struct DualDescentOptions {
  /// Ends when, for every output, an epoch raised the dual objective by less
  /// than this part of it.
  double tolerance = 1e-3;
  int max_epochs = 15;     ///< visits of every row
  std::uint64_t seed = 1;  ///< seed of the order of the rows
  /// Begins from multiples of a_ik = c_ik m(1 - y_ik o_ik) / lambda_k at the
  /// outputs of `iterate`, those that raise the dual most: a neighboring
  /// problem's minimum (another lambda, other costs) saves epochs.
  bool seeded = false;
};

/// Minimizes every f_k of `problem` roughly, for labels (p_ik = 0 or 1; outputs
/// with other beliefs keep w_k = 0). With y = 2p - 1 and the profile's m,
///
///   w_k = sum_i a_ik y_ik x_i,    lambda_k a_ik = c_ik m(1 - y_ik o_ik)
///
/// at the minimum. An epoch visits the rows in random order; a visit sets a_ik
/// to the maximizer of the dual in that coordinate (D = lambda_k / c_ik):
///
///   a := max(a + (1 - y x.w - D a) / (|x|^2 + D), lower/D)
///
/// and keeps w = sum a y x: Hsieh, Chang, Lin, Keerthi, Sundararajan 2008,
/// Algorithm 1, for all outputs in one visit of a row. In float. Overwrites
/// `iterate`, outputs of problem.rows included (good to float's accuracy).
/// Threads share the outputs; a single output has one
/// thread's work, leaves out rows at rest, and visits rows in a random order
/// that stays within a few runs of neighbors at a time. Returns the number of
/// epochs.
[[nodiscard]] Index descend_dual(const BatchProblem& problem,
                                 const DualDescentOptions& options,
                                 BatchIterate& iterate, NewtonScratch& scratch);

/// Whether the epochs over the problem's rows cost less than the Newton steps
/// that they save. They do not with more rows than columns (a single output:
/// ten times as many), where the primal's curvature is the better guide (mnist:
/// three times slower with them), with a gigabyte of non-zeros, nor for a
/// single output on a part of the rows.
[[nodiscard]] bool dual_descent_pays(const BatchProblem& problem);

}  // namespace semilin
