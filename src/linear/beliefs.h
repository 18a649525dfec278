// The p step of deterministic annealing: beliefs at given outputs, under class
// sizes.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/base/progress.h"
#include "semilin/base/ranks.h"

namespace semilin {

/// The unlabeled rows' part of the annealing objective for fixed outputs,
/// with weights v_j that sum to 1:
///
///   minimize over p   sum_j v_j [ sum_k p_jk g_jk + T sum_k p_jk log p_jk ]
///                     + rho KL(sum_j v_j p_j, r)
///
/// g_jk = lambda_u [l2(o_jk) - l2(-o_jk)] is the part of E_jk that differs
/// between classes. rho = infinity stands for the constraint mean p = r. The
/// solution is p_jk ~ exp((nu_k - g_jk)/T) (SK06 Eq. 9 for two classes), with
/// nu the minimizer of the convex dual
///
///   D(nu) = T sum_j v_j log sum_k exp((nu_k - g_jk)/T) + R(nu),
///   R(nu) = rho log sum_k r_k exp(-nu_k/rho),   -r.nu for rho = infinity.
///
/// Two classes have one output, that of class 1, and g_j0 = 0: then p_j1 =
/// 1/(1 + exp((g_j1 - nu)/T)), and nu is SK06's 2 nu.
struct BeliefProblem {
  std::span<const double> outputs;  ///< all rows x stride
  int stride = 1;
  int outputs_per_row = 1;      ///< K; 1 means two classes
  std::span<const Index> rows;  ///< the unlabeled ones
  std::span<const Index>
      cuts;  ///< cuts of the rows into pieces; empty: one piece
  std::span<const double> weights;      ///< v_j, one per unlabeled row
  std::span<const double> class_sizes;  ///< r, per class; > 0, sums to 1
  double lambda_u = 1;
  /// > 0, or infinity; see `drift`.
  double rho = std::numeric_limits<double>::infinity();
  bool linear = false;       ///< g_jk = -lambda_u o_jk in place of the hinges
  double tolerance = 1e-11;  ///< max_k |mean p_k - size asked for|
  int threads = 1;
  Ranks ranks;  ///< many: the rows are this one's, the sums those of all
  /// Room for rows.size() x K numbers, kept between solves; null: the solver
  /// takes its own.
  std::vector<double>* scratch = nullptr;
  /// Called between passes over rows of many classes; false ends the solve.
  const GoOn* go_on = nullptr;
  /// A solve raises its own rho from this one until the sizes s that it asks
  /// for keep KL(s, r) <= drift: the constraint whose multiplier is rho, met
  /// from the soft side, so that rho only rises.
  double drift = std::numeric_limits<double>::infinity();
};

/// g for an output o.
[[nodiscard]] inline double belief_cost(const BeliefProblem& problem,
                                        double o) {
  if (problem.linear) return -problem.lambda_u * o;
  const double up = 1 - o > 0 ? 1 - o : 0;
  const double down = 1 + o > 0 ? 1 + o : 0;
  return problem.lambda_u * (up * up - down * down);
}

struct BeliefResult {
  double rho = 0;             ///< rho with which the sizes were kept
  double entropy = 0;         ///< sum_j v_j H(p_j), in nats
  double violation = 0;       ///< max_k |mean p_k - size the dual asks for|
  std::vector<double> sizes;  ///< mean p, per class
};

/// The minimizer nu of D: one number for two classes, else K; updated from a
/// warm start (empty: zeros). Returns the rho that the sizes were kept with.
[[nodiscard]] double solve_multipliers(const BeliefProblem& problem,
                                       double temperature,
                                       std::vector<double>& multipliers);

/// The sizes that problem.rho and `multipliers` ask for: r for rho = infinity;
/// equal to mean p at the minimizer of D.
[[nodiscard]] std::vector<double> sizes_asked(
    const BeliefProblem& problem, const std::vector<double>& multipliers);

/// Solves for `multipliers`, then writes the beliefs of the unlabeled rows
/// (all rows x stride; other rows and the padding are left alone).
BeliefResult update_beliefs(const BeliefProblem& problem, double temperature,
                            std::vector<double>& multipliers,
                            std::span<double> beliefs);

}  // namespace semilin
