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
MatrixXd solve_dense(const MatrixXd& w, const MatrixXd& b) {
  const VectorXd d = w.rowwise().sum();
  const MatrixXd laplacian = MatrixXd(d.asDiagonal()) - w;
  return (laplacian + d * d.transpose()).llt().solve(b);
}

TEST_CASE("Poisson learning and its smoothings agree with dense solves") {
  const Graph graph = some_graph();
  const MatrixXd w = dense(graph);
  const VectorXd d = w.rowwise().sum();
  MatrixXd b = MatrixXd::Zero(kNodes, 2);
  b.row(3) << 1 - 1.0 / 3, -2.0 / 3;
  b.row(7) << -1.0 / 3, 1 - 2.0 / 3;
  b.row(8) = b.row(7);
  MatrixXd expected = solve_dense(w, b);
  for (const int smoothings : {0, 1, 2}) {
    const Doubles u =
        poisson_learning(graph, some_labels(), 2,
                         {.smoothings = smoothings, .tolerance = 1e-12});
    for (Index i = 0; i < kNodes; ++i) {
      for (int k = 0; k < 2; ++k)
        CHECK(std::abs(u[2 * i + k] - expected(i, k)) <
              1e-8 * expected.cwiseAbs().maxCoeff());
    }
    expected = solve_dense(w, d.asDiagonal() * expected);
  }
}

TEST_CASE("many smoothings end at the smoothest vector of the graph") {
  const Graph graph = some_graph();
  const MatrixXd w = dense(graph);
  const VectorXd d = w.rowwise().sum();
  const MatrixXd laplacian = MatrixXd(d.asDiagonal()) - w;
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> eigen(
      laplacian, d.asDiagonal());
  const VectorXd smoothest = eigen.eigenvectors().col(1);  // |.|_D = 1
  const Doubles u =
      poisson_learning(graph, some_labels(), 2, {.smoothings = 60});
  VectorXd first(kNodes);
  for (Index i = 0; i < kNodes; ++i)
    first[i] = u[2 * i];
  const double along = std::abs(smoothest.dot(d.asDiagonal() * first));
  const double length = std::sqrt(first.dot(d.asDiagonal() * first));
  CHECK(along / length > 1 - 1e-3);
}

}  // namespace
}  // namespace semilin::test
