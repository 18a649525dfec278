// The edges of a graph in an order that threads can sweep without changing the
// result, and which of them meet at a node.
#pragma once

#include <cstdint>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/matrix/csr.h"

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
  /// Node i touches incidence[offsets[i]] ..: e as a head, ~e as a tail.
  std::vector<Index> offsets;
  std::vector<std::int32_t> incidence;

  [[nodiscard]] Index size() const { return static_cast<Index>(heads.size()); }
  [[nodiscard]] Index degree(Index i) const {
    return offsets[i + 1] - offsets[i];
  }
};

/// Makes the edges from the entries above the diagonal of a symmetric matrix;
/// zeros are no edges. Value is float or double.
template <class Value>
[[nodiscard]] TvEdges make_tv_edges(const CsrView<Value>& weights);

}  // namespace semilin
