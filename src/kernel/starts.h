// Where the iterations on a graph start.
#ifndef SEMILIN_SRC_KERNEL_STARTS_H_
#define SEMILIN_SRC_KERNEL_STARTS_H_

#include <vector>

#include "kernel/graph_problem.h"

namespace semilin {

/// Start `number`, N x columns, in C. 0: Lap-RLS with its defaults. 1: Poisson
/// learning; the two change places for the linear kernel, with which Lap-RLS
/// costs as much as all that follows and starts no better. Then in turns
/// PoissonOptions::smoothings = 1, 2, 4, ... (even numbers) and walks that end
/// sooner, PoissonOptions::restart = 0.001, 0.01,
/// ... (odd ones). The columns of more than two classes are z-scored first.
[[nodiscard]] std::vector<double> make_start(const GraphProblem& problem,
                                             int number);

}  // namespace semilin

#endif  // SEMILIN_SRC_KERNEL_STARTS_H_
