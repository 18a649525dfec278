// Where the iterations on a graph start.
#ifndef SEMILIN_SRC_KERNEL_STARTS_H_
#define SEMILIN_SRC_KERNEL_STARTS_H_

#include <vector>

#include "kernel/graph_problem.h"

namespace semilin {

/// Start `number`, N x columns, in C. 0: Lap-RLS with its defaults. 1: Poisson
/// learning. From 2 on the walk that it describes ends sooner
/// (PoissonOptions::restart = 0.001 * 10^(number - 2)). The columns of more
/// than two classes are z-scored first.
[[nodiscard]] std::vector<double> make_start(const GraphProblem& problem,
                                             int number);

}  // namespace semilin

#endif  // SEMILIN_SRC_KERNEL_STARTS_H_
