// An undirected weighted graph over the points of a data set.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/matrix/csr.h"

namespace semilin {

/// W = W', N x N, every stored weight w_ij > 0, no entry on the diagonal. Both
/// w_ij and w_ji are stored. Copies share the matrix, which never changes.
class Graph {
 public:
  Graph() : Graph(CsrStore{}) {}
  /// Shares `weights`, or copies them if they are doubles or hold zeros (which
  /// are dropped). Throws DataError, one line that starts with `name` and
  /// counts nodes from 1, if the matrix is not square or not symmetric, if a
  /// weight is negative, infinite or NaN, if a node is joined to itself, or if
  /// the rows are not valid CSR. Costs O(m log degree).
  explicit Graph(CsrStore weights, const std::string& name = "graph");

  /// N, the number of nodes.
  [[nodiscard]] Index nodes() const { return weights_.rows; }
  /// m: pairs {i, j}, each counted once.
  [[nodiscard]] Index edges() const { return weights_.nonzeros() / 2; }
  /// W; lives as long as any copy of this graph.
  [[nodiscard]] const CsrView<float>& weights() const { return weights_; }
  /// W with what owns it.
  [[nodiscard]] const CsrStore& store() const { return store_; }

 private:
  CsrStore store_;
  CsrView<float> weights_;
};

/// Throws DataError unless the graph has `rows` nodes, one for each row of the
/// data.
void require_nodes(const Graph& graph, Index rows,
                   const std::string& name = "graph");

/// d_i = sum_j w_ij, summed in double.
[[nodiscard]] std::vector<double> degrees(const Graph& graph);

/// The graph with all weights multiplied so that the mean of the degrees is
/// `mean`; a graph without edges stays as it is.
[[nodiscard]] Graph scaled_to_mean_degree(const Graph& graph, double mean = 1);

/// The connected components, numbered in the order of their first nodes.
struct Components {
  std::vector<Index> of_node;  ///< N
  std::vector<Index> sizes;    ///< nodes of each

  /// The number of components.
  [[nodiscard]] Index count() const { return static_cast<Index>(sizes.size()); }
};

/// Finds them in O(N + m).
[[nodiscard]] Components connected_components(const Graph& graph);

/// The components without a labeled node, and their nodes, about whose classes
/// the graph has no evidence.
struct Unreached {
  Index components = 0;  ///< components without a label
  Index nodes = 0;       ///< nodes in these components
};

/// labels: one per node, kUnlabeled or any other number.
[[nodiscard]] Unreached unreached(const Components& components,
                                  std::span<const std::int32_t> labels);

/// Edges between labeled nodes, each counted once, and those within a class.
struct LabeledEdges {
  Index count = 0;   ///< all such edges
  Index within = 0;  ///< those that stay within a class

  /// The share of the edges that stay within a class; NaN if there are no
  /// edges.
  [[nodiscard]] double share_within() const {
    return static_cast<double>(within) / static_cast<double>(count);
  }
};

/// Throws std::invalid_argument unless there is a label for each node.
[[nodiscard]] LabeledEdges labeled_edges(const Graph& graph,
                                         std::span<const std::int32_t> labels);

}  // namespace semilin
