#include "semilin/advanced/graph/poisson.h"

#include "semilin/matrix/dataset.h"

#include "graph/laplacian.h"
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

TEST_CASE("Poisson learning and its smoothings agree with dense solves") {
  const Graph graph = some_graph();
  const VectorXd d = degrees_of(graph);
  MatrixXd b = MatrixXd::Zero(kNodes, 2);
  b.row(3) << 1 - 1.0 / 3, -2.0 / 3;
  b.row(7) << -1.0 / 3, 1 - 2.0 / 3;
  b.row(8) = b.row(7);
  MatrixXd expected = solve_dense(graph, d, b);
  for (const int smoothings : {0, 1, 2}) {
    const Doubles u =
        poisson_learning(graph, some_labels(), 2,
                         {.smoothings = smoothings, .tolerance = 1e-12});
    CHECK((by_rows(u, 2) - expected).cwiseAbs().maxCoeff() <
          1e-8 * expected.cwiseAbs().maxCoeff());
    expected = solve_dense(graph, d, d.asDiagonal() * expected);
  }
}

TEST_CASE("many smoothings end at the smoothest vector of the graph") {
  const Graph graph = some_graph();
  const VectorXd d = degrees_of(graph);
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> eigen(
      dense_laplacian(graph), d.asDiagonal());
  const VectorXd smoothest = eigen.eigenvectors().col(1);  // |.|_D = 1
  const Doubles u =
      poisson_learning(graph, some_labels(), 2, {.smoothings = 60});
  const VectorXd first = column(u, 2, 0);
  const double along = std::abs(smoothest.dot(d.asDiagonal() * first));
  const double length = std::sqrt(first.dot(d.asDiagonal() * first));
  CHECK(along / length > 1 - 1e-3);
}

}  // namespace
}  // namespace semilin::test
