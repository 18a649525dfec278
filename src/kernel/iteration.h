// The loop of the methods that iterate on a graph.
#pragma once

#include <functional>

#include "semilin/base/stop.h"

#include "kernel/graph_problem.h"

namespace semilin {

/// Called after each iteration; false interrupts.
using GraphReport = std::function<bool(const GraphStatus&)>;

struct GraphStopping {
  /// Converged: both residuals <= tolerance, or for `steady` iterations no
  /// predicted class has changed.
  double tolerance = 1e-3;
  int steady = 10;
  int max_iterations = 80;
};

/// Calls method.step(), one iteration, until the method is at rest by its
/// status(), interrupted or out of iterations.
template <class Method>
Stop iterate(Method& method, const GraphStopping& stopping,
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
