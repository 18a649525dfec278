#include "kernel/iteration.h"

namespace semilin {

Stop iterate(GraphIteration& method, const GraphStopping& stopping,
             const GraphReport& report) {
  int steady = 0;  // iterations in which no class changed
  while (true) {
    method.step();
    const GraphStatus& now = method.status();
    if (report && !report(now)) return Stop::Interrupted;
    steady = now.changed == 0 ? steady + 1 : 0;
    if (steady >= stopping.steady ||
        (now.primal_residual <= stopping.tolerance &&
         now.dual_residual <= stopping.tolerance)) {
      return Stop::Converged;
    }
    if (now.iteration >= stopping.max_iterations) return Stop::MaxIterations;
  }
}

}  // namespace semilin
