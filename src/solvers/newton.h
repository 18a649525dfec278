// The modified finite Newton method (l2-SVM-MFN) for all outputs of a batch.
#pragma once

#include <span>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/base/progress.h"
#include "semilin/base/stop.h"

#include "solvers/batch_problem.h"
#include "solvers/cgls.h"

namespace semilin {

/// When to stop, and what a step may cost.
struct NewtonOptions {
  /// Output k stops when  |grad f_k(w)| <= tolerance * reference[k].
  double tolerance = 1e-5;
  /// Per output; empty: |grad f_k(0)|, at the cost of one product.
  std::span<const double> reference = {};
  int max_iterations = 200;  ///< Newton steps
  /// True: the result is measured in double from outputs recomputed from the
  /// weights. False, for the stages of an annealing: products stay float, and
  /// the gradient norms may be those before the last step allowed.
  bool certify = true;
  /// True: the preconditioner that the scratch holds, of an earlier solve with
  /// such costs, serves again, which saves a product.
  bool keep_preconditioner = false;
  /// Called before each step, and inside it; borrowed. False: Interrupted.
  const GoOn* go_on = nullptr;
};

/// Outputs that are solved for at once, as many as a product takes at once.
/// Those of a wider batch are solved for block by block.
inline constexpr int kNewtonBlock = 28;

/// A block of outputs of a wider batch, copied.
struct NewtonBlock {
  BatchIterate iterate;
  std::vector<double> beliefs;    ///< rows x stride
  std::vector<double> multiples;  ///< rows x stride, if the batch has any
};

/// Scratch of a run of solves of one size: 16 bytes per weight and 8 bytes per
/// output beside the iterate, and 8 bytes each once a result is certified; of a
/// wider batch those of one block.
struct NewtonScratch {
  std::vector<float> residual;   ///< cols x stride: -gradient, CGLS's residual
  std::vector<float> step;       ///< cols x stride
  std::vector<float> curvature;  ///< rows x stride
  std::vector<float> diagonal;   ///< cols: of the preconditioner
  std::vector<Index> active;     ///< rows with curvature
  CglsScratch cgls;  ///< its image serves as phi'/2 and as X step as well
  std::vector<double> exact;          ///< cols x stride: gradient, then step
  std::vector<double> exact_outputs;  ///< rows x stride: phi'/2, then X step
  NewtonBlock block;
};

/// Converged: every output satisfies the tolerance at the iterate.
/// MaxIterations, NoProgress, Interrupted: the iterate is the best reached.
struct NewtonResult {
  Stop stop = Stop::Converged;         ///< see above
  std::vector<double> objectives;      ///< per output, f_k at the iterate
  std::vector<double> gradient_norms;  ///< per output, |grad f_k| there
  std::vector<double> reference;  ///< per output, what `tolerance` multiplies
  // Counts of the block that needs the most products.
  Index iterations = 0;     ///< Newton steps
  Index cg_iterations = 0;  ///< CG iterations of all steps
  Index products = 0;       ///< products with X or X'
};

/// Minimizes every f_k of `problem`, starting from `iterate`, whose outputs
/// must be X times its weights (all zero is a start). A step solves
///
///   (lambda I + X' C X) d = -grad f(w)      C: curvatures at the outputs
///
/// by CGLS and goes to the exact minimizer along d (SK06 section 2; KD05).
/// Rows on a flat piece of their loss (curvature 0) take no part in CGLS. Far
/// from the minimum all products are float; near it the outputs are recomputed
/// and gradients and steps are double.
[[nodiscard]] NewtonResult solve_newton(const BatchProblem& problem,
                                        const NewtonOptions& options,
                                        BatchIterate& iterate,
                                        NewtonScratch& scratch);

}  // namespace semilin
