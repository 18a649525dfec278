// Where the iterations on a graph start.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "semilin/advanced/graph/poisson.h"

#include "kernel/graph_problem.h"

namespace semilin {

/// N x columns: Lap-RLS with its defaults; with the linear kernel, for which
/// that costs as much as all that follows, Poisson learning. The columns of
/// more than two classes are z-scored. Class sizes play no part.
[[nodiscard]] std::vector<double> start_of_labels(const GraphProblem& problem);

/// The same, put into C.
[[nodiscard]] std::vector<double> make_start(const GraphProblem& problem);

/// Poisson learning, N x columns: of two classes u_1 - u_0. The points' threads
/// stand for those of `options`.
[[nodiscard]] std::vector<double> poisson_block(
    const GraphPoints& points, std::span<const std::int32_t> labels,
    int classes, PoissonOptions options);

}  // namespace semilin
