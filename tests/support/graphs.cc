#include "support/graphs.h"

#include "semilin/base/random.h"

#include "support/problems.h"

namespace semilin::test {

Graph graph_of(Index nodes, const std::vector<Edge>& edges) {
  Eigen::MatrixXd weights = Eigen::MatrixXd::Zero(nodes, nodes);
  for (const Edge& edge : edges) {
    weights(edge.i, edge.j) = edge.weight;
    weights(edge.j, edge.i) = edge.weight;
  }
  return Graph(sparse(weights));
}

Graph random_graph(Index nodes, double density, std::uint64_t seed) {
  Random random(seed);
  std::vector<Edge> edges;
  for (Index i = 0; i < nodes; ++i) {
    for (Index j = 0; j < i; ++j) {
      const double weight = 0.1 + random.uniform();
      if (random.uniform() < density) edges.push_back({i, j, weight});
    }
  }
  return graph_of(nodes, edges);
}

Eigen::MatrixXd dense(const Graph& graph) {
  return dense(graph.store(), 0);
}

Eigen::MatrixXd dense_laplacian(const Graph& graph) {
  const Eigen::MatrixXd weights = dense(graph);
  return Eigen::MatrixXd(weights.rowwise().sum().asDiagonal()) - weights;
}

}  // namespace semilin::test
