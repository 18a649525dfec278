#include "graph/tv_edges.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <cstddef>

namespace semilin {
namespace {

constexpr Index kEdgesPerBlock = 4096;
constexpr Index kMaxBlocks = 16;

// The place of every node in a breadth-first walk: neighbors lie near.
std::vector<Index> breadth_first(const CsrView<float>& weights) {
  std::vector<Index> place(weights.rows, -1);
  std::vector<Index> queue;
  queue.reserve(weights.rows);
  for (Index root = 0; root < weights.rows; ++root) {
    if (place[root] >= 0) continue;
    place[root] = static_cast<Index>(queue.size());
    queue.push_back(root);
    for (Index next = place[root]; next < static_cast<Index>(queue.size());
         ++next) {
      for (const std::int32_t j : weights.row_columns(queue[next])) {
        if (place[j] >= 0) continue;
        place[j] = static_cast<Index>(queue.size());
        queue.push_back(j);
      }
    }
  }
  return place;
}

// A power of two, so that blocks can be paired off: 1 for small graphs.
Index num_blocks(Index edges) {
  const auto wanted = static_cast<std::uint64_t>(edges / kEdgesPerBlock);
  return std::min(kMaxBlocks, static_cast<Index>(std::bit_floor(wanted | 1U)));
}

// Every pair of blocks meets in one round, every block once per round: block a
// meets a xor r in round r, itself in round 0.
struct Meeting {
  Index round, block;
  auto operator<=>(const Meeting&) const = default;
};

// Sorted as they are swept.
struct PlacedEdge {
  Meeting meeting;
  Index first, second;  // places of its nodes
  std::int32_t head, tail;
  double weight;
  auto operator<=>(const PlacedEdge&) const = default;
};

std::vector<PlacedEdge> place_edges(const CsrView<float>& weights) {
  const std::vector<Index> place = breadth_first(weights);
  const Index blocks = num_blocks(weights.nonzeros() / 2);
  const auto block_of = [&](Index i) {
    return place[i] * blocks / weights.rows;
  };
  std::vector<PlacedEdge> edges;
  for (Index i = 0; i < weights.rows; ++i) {
    const auto columns = weights.row_columns(i);
    for (std::size_t p = 0; p < columns.size(); ++p) {
      const Index j = columns[p];
      const double weight = weights.row_values(i)[p];
      if (j <= i) continue;
      const auto [a, b] = std::minmax({block_of(i), block_of(j)});
      const auto [first, second] = std::minmax({place[i], place[j]});
      edges.push_back({{a ^ b, a},
                       first,
                       second,
                       static_cast<int>(i),
                       static_cast<int>(j),
                       weight});
    }
  }
  std::sort(edges.begin(), edges.end());
  return edges;
}

void end_tasks(const std::vector<PlacedEdge>& placed, TvEdges& edges) {
  for (std::size_t e = 0; e < placed.size(); ++e) {
    const bool first = e == 0;
    if (!first && placed[e].meeting == placed[e - 1].meeting) continue;
    if (first || placed[e].meeting.round != placed[e - 1].meeting.round) {
      edges.rounds.push_back(static_cast<Index>(edges.tasks.size()));
    }
    edges.tasks.push_back(static_cast<Index>(e));
  }
  edges.rounds.push_back(static_cast<Index>(edges.tasks.size()));
  edges.tasks.push_back(static_cast<Index>(placed.size()));
}

}  // namespace

TvEdges make_tv_edges(const Graph& graph) {
  const std::vector<PlacedEdge> placed = place_edges(graph.weights());
  TvEdges edges;
  edges.nodes = graph.nodes();
  for (const PlacedEdge& edge : placed) {
    edges.heads.push_back(edge.head);
    edges.tails.push_back(edge.tail);
    edges.weights.push_back(edge.weight);
  }
  end_tasks(placed, edges);
  return edges;
}

}  // namespace semilin
