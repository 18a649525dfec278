// Where the iterations on a graph start.
#ifndef SEMILIN_SRC_KERNEL_STARTS_H_
#define SEMILIN_SRC_KERNEL_STARTS_H_

#include <vector>

#include "kernel/graph_problem.h"

namespace semilin {

/// N x columns, in C: Lap-RLS with its defaults; with the linear kernel, for
/// which that costs as much as all that follows, Poisson learning. The columns
/// of more than two classes are z-scored first.
[[nodiscard]] std::vector<double> make_start(const GraphProblem& problem);

}  // namespace semilin

#endif  // SEMILIN_SRC_KERNEL_STARTS_H_
