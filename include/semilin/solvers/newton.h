// The modified finite Newton method (l2-SVM-MFN) for all outputs of a batch.
#ifndef SEMILIN_SOLVERS_NEWTON_H_
#define SEMILIN_SOLVERS_NEWTON_H_

#include <span>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/base/stop.h"
#include "semilin/solvers/batch_problem.h"
#include "semilin/solvers/cgls.h"

namespace semilin {

struct NewtonOptions {
  /// Output k stops when  |grad f_k(w)| <= tolerance * reference[k].
  double tolerance = 1e-5;
  /// Per output; empty: |grad f_k(0)|, at the cost of one product.
  std::span<const double> reference;
  int max_iterations = 200;
  /// False: after the last step allowed, only the objectives are recomputed,
  /// which saves a product; the gradient norms are those before that step.
  bool measure_last = true;
  /// A step's system is solved to this part of the gradient, or as far as the
  /// tolerance asks for, whichever is looser.
  double forcing = 0.2;
  int max_cg_iterations = 200;
};

/// Scratch of a run of solves of one size: 36 bytes a weight and 16 bytes an
/// output beside the iterate.
struct NewtonScratch {
  std::vector<double> gradient;      ///< cols x stride; then the step
  std::vector<double> step_outputs;  ///< rows x stride; first phi'/2
  std::vector<float> residual;       ///< cols x stride
  std::vector<float> inverse_diagonal;
  std::vector<float> curvature;  ///< rows x stride
  std::vector<Index> active;
  CglsScratch cgls;
};

/// Converged: every output satisfies the tolerance at the iterate.
/// MaxIterations, NoProgress: the iterate is the best reached.
struct NewtonResult {
  Stop stop = Stop::Converged;
  /// Per output, at the iterate, from its outputs: f_k, |grad f_k|, and the
  /// reference.
  std::vector<double> objectives;
  std::vector<double> gradient_norms;
  std::vector<double> reference;
  Index iterations = 0;
  Index cg_iterations = 0;
  Index products = 0;
};

/// Minimises every f_k of `problem`, starting from `iterate`, whose outputs
/// must be X times its weights (all zero is a start). A step solves
///
///   (lambda I + X' C X) d = -grad f(w)      C: curvatures at the outputs
///
/// by CGLS and goes to the exact minimiser along d (SK06 section 2; KD05).
/// Rows on a flat piece of their loss (curvature 0) take no part in CGLS.
[[nodiscard]] NewtonResult solve_newton(const BatchProblem& problem,
                                        const NewtonOptions& options,
                                        BatchIterate& iterate,
                                        NewtonScratch& scratch);

}  // namespace semilin

#endif  // SEMILIN_SOLVERS_NEWTON_H_
