// The p step of deterministic annealing: beliefs at given outputs, under class
// sizes.
#ifndef SEMILIN_SRC_LINEAR_BELIEFS_H_
#define SEMILIN_SRC_LINEAR_BELIEFS_H_

#include <span>
#include <vector>

#include "semilin/base/index.h"

namespace semilin {

/// The unlabelled rows' part of the annealing objective for fixed outputs,
/// with weights v_j that sum to 1:
///
///   minimise over p   sum_j v_j [ sum_k p_jk g_jk + T sum_k p_jk log p_jk ]
///                     + rho KL(sum_j v_j p_j, r)
///
/// g_jk = lambda_u [l2(o_jk) - l2(-o_jk)] is the part of E_jk that differs
/// between classes. rho = infinity stands for the constraint mean p = r. The
/// solution is p_jk ~ exp((nu_k - g_jk)/T) (SK06 Eq. 9 for two classes), with
/// nu the minimiser of the convex dual
///
///   D(nu) = T sum_j v_j log sum_k exp((nu_k - g_jk)/T) + R(nu),
///   R(nu) = rho log sum_k r_k exp(-nu_k/rho),   -r.nu for rho = infinity.
///
/// Two classes have one output o (of class 1) and g_j1 = 2 g(o)/2, g_j0 = 0:
/// then p = 1/(1 + exp((g - nu)/T)) with SK06's 2 nu as nu.
struct BeliefProblem {
  std::span<const double> outputs;  ///< all rows x stride
  int stride = 1;
  int outputs_per_row = 1;  ///< K; 1 means two classes
  std::span<const Index> rows;      ///< the unlabelled ones
  std::span<const double> weights;  ///< v_j, one an unlabelled row
  std::span<const double> ratio;    ///< r, per class; > 0, sums to 1
  double lambda_u = 1;
  double rho = 0;  ///< > 0, or infinity
  int threads = 1;
};

struct BeliefResult {
  double entropy = 0;    ///< sum_j v_j H(p_j), in nats
  double change = 0;     ///< sum_jk v_j (p - q)^2 / (p + q), q: before; equals
                         ///< KL(p, q) to second order
  double violation = 0;  ///< max_k |mean p_k - size the dual asks for|
  std::vector<double> sizes;  ///< mean p, per class
};

/// Solves for `multipliers` (nu: one number for two classes, else K, updated
/// from a warm start) and writes the beliefs of the unlabelled rows (all rows x
/// stride; other rows and the padding are left alone).
BeliefResult update_beliefs(const BeliefProblem& problem, double temperature,
                            std::vector<double>& multipliers,
                            std::span<double> beliefs);

}  // namespace semilin

#endif  // SEMILIN_SRC_LINEAR_BELIEFS_H_
