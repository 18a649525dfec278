// One run from the labels, and others from partitions that cost less.
#pragma once

#include "semilin/base/progress.h"
#include "semilin/kernel/train.h"

#include "kernel/graph_problem.h"

namespace semilin {

/// The solution of a Tv or Cheeger method from make_start, or that of the best
/// of options.starts runs (GraphOptions::starts). `options` are resolved.
[[nodiscard]] GraphSolution solve_with_restarts(const GraphProblem& problem,
                                                const GraphOptions& options,
                                                const Progress& progress);

}  // namespace semilin
