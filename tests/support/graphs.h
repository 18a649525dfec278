// Small graphs for the tests.
#pragma once

#include <Eigen/Dense>

#include "semilin/graph/graph.h"

#include "support/test.h"

namespace semilin::test {

struct Edge {
  Index i = 0, j = 0;
  double weight = 1;
};

/// The graph of these edges, each given once.
[[nodiscard]] Graph graph_of(Index nodes, const std::vector<Edge>& edges);

/// Each pair is joined with probability `density`, with a weight in (0.1, 1.1).
[[nodiscard]] Graph random_graph(Index nodes, double density,
                                 std::uint64_t seed);

/// Joins only rows of different classes, each to two others.
[[nodiscard]] Graph misleading_graph(const Labels& truth);

/// W as a dense matrix.
[[nodiscard]] Eigen::MatrixXd dense(const Graph& graph);

/// D - W.
[[nodiscard]] Eigen::MatrixXd dense_laplacian(const Graph& graph);

}  // namespace semilin::test
