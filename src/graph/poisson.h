// Poisson learning: one Laplacian solve from the labeled nodes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "semilin/graph/graph.h"

#include "graph/laplacian.h"

namespace semilin {

/// The solution, for each node and class, row-major, of
///
///   L u_k = b_k,   b_ik = [label i = k] - (share of k among the labels)
///
/// over the labeled nodes, 0 elsewhere, u of mean zero weighted by degree
/// (Calder, Cook, Thorpe, Slepcev 2020). In a component without labels, and on
/// an isolated node, u = 0; in a component whose labels are not balanced b is
/// made to sum to zero. The class is the largest u_ik. Needs a labeled node.
[[nodiscard]] std::vector<double> poisson_learning(
    const Graph& graph, std::span<const std::int32_t> labels, int classes,
    const RkhsStopping& stopping, int threads = 0);

}  // namespace semilin
