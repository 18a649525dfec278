#include "graph/poisson.h"

#include "semilin/matrix/dataset.h"

#include "support/graphs.h"

namespace semilin::test {
namespace {

constexpr Index kNodes = 30;

// Connected: a random graph of that density is.
Graph some_graph() {
  Graph graph = random_graph(kNodes, 0.3, 5);
  REQUIRE(connected_components(graph).count() == 1);
  return graph;
}

Labels some_labels() {
  Labels labels(kNodes, kUnlabeled);
  labels[3] = 0;
  labels[7] = 1;
  labels[8] = 1;
  return labels;
}

// The solution of L u = b with d'u = 0, by a dense factor.
MatrixXd solve_dense(const Graph& graph, const VectorXd& d, const MatrixXd& b) {
  return (dense_laplacian(graph) + d * d.transpose()).llt().solve(b);
}

VectorXd degrees_of(const Graph& graph) {
  return dense(graph).rowwise().sum();
}

TEST_CASE("Poisson learning agrees with a dense solve") {
  const Graph graph = some_graph();
  const VectorXd d = degrees_of(graph);
  MatrixXd b = MatrixXd::Zero(kNodes, 2);
  b.row(3) << 1 - 1.0 / 3, -2.0 / 3;
  b.row(7) << -1.0 / 3, 1 - 2.0 / 3;
  b.row(8) = b.row(7);
  const MatrixXd expected = solve_dense(graph, d, b);
  const Doubles u =
      poisson_learning(graph, some_labels(), 2, {.tolerance = 1e-12});
  CHECK((by_rows(u, 2) - expected).cwiseAbs().maxCoeff() <
        1e-8 * expected.cwiseAbs().maxCoeff());
}

}  // namespace
}  // namespace semilin::test
