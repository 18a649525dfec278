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

/// A method, step by step.
class GraphIteration {
 public:
  virtual ~GraphIteration() = default;
  GraphIteration() = default;
  GraphIteration(const GraphIteration&) = delete;
  GraphIteration& operator=(const GraphIteration&) = delete;

  /// One iteration; moves the status on.
  virtual void step() = 0;
  [[nodiscard]] const GraphStatus& status() const { return status_; }

 protected:
  GraphStatus status_;
};

/// Steps until the method is at rest, interrupted or out of iterations.
Stop iterate(GraphIteration& method, const GraphStopping& stopping,
             const GraphReport& report);

}  // namespace semilin
