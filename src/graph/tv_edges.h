// The edges of a graph in an order that threads can sweep without changing the
// result.
#pragma once

#include <cstdint>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/graph/graph.h"

namespace semilin {

/// Edge e joins heads[e] < tails[e]. Nodes are cut into blocks, by size alone;
/// the edges between two blocks (or inside one) are a task, consecutive in the
/// arrays; tasks of one round share no block, so they may run at the same time
/// and every sweep still is one fixed Gauss-Seidel order.
struct TvEdges {
  Index nodes = 0;
  std::vector<std::int32_t> heads, tails;
  std::vector<double> weights;
  std::vector<Index> tasks;   ///< task t holds edges tasks[t] .. tasks[t+1]-1
  std::vector<Index> rounds;  ///< round r holds tasks rounds[r] ..

  [[nodiscard]] Index size() const { return static_cast<Index>(heads.size()); }
};

/// The edges of the graph, each once.
[[nodiscard]] TvEdges make_tv_edges(const Graph& graph);

}  // namespace semilin
