#include "support/graphs.h"

namespace semilin::test {

Graph graph_of(Index nodes, const std::vector<Edge>& edges) {
  std::vector<std::map<Index, double>> weights(nodes);
  for (const Edge& edge : edges)
    weights[edge.i][edge.j] = weights[edge.j][edge.i] = edge.weight;
  return Graph(
      rows_of<double>(nodes, nodes, [&](Index i) { return weights[i]; }));
}

Graph misleading_graph(const Labels& truth) {
  std::vector<Edge> edges;
  const auto rows = static_cast<Index>(truth.size());
  for (Index i = 0; i < rows; ++i) {
    int found = 0;
    for (Index j = i + 1; j < rows && found < 2; ++j) {
      if (truth[i] == truth[j]) continue;
      edges.push_back({i, j, 1});
      ++found;
    }
  }
  return graph_of(rows, edges);
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

MatrixXd dense(const Graph& graph) {
  return dense(graph.store());
}

MatrixXd dense_laplacian(const Graph& graph) {
  const MatrixXd weights = dense(graph);
  return MatrixXd(weights.rowwise().sum().asDiagonal()) - weights;
}

MatrixXd dense(const Kernel& kernel) {
  const Index n = kernel.rows();
  const MatrixXd units = MatrixXd::Identity(n, n);
  MatrixXd k(n, n);
  kernel.multiply(static_cast<int>(n), numbers(units), numbers(k));
  return k;
}

}  // namespace semilin::test
