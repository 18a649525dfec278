#include "graph/laplacian.h"

#include "graph/rkhs_cg.h"
#include "support/graphs.h"

namespace semilin::test {
namespace {

using Block =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Doubles random_block(Index size, std::uint64_t seed) {
  Random random(seed);
  Doubles block(size);
  for (double& value : block)
    value = random.normal();
  return block;
}

TEST_CASE("the Laplacian agrees with the dense matrix for any columns") {
  const Graph graph = random_graph(60, 0.2, 3);
  const Laplacian laplacian(graph, 2);
  for (const int k : {1, 3, 4, 8, 10}) {
    const Doubles in = random_block(60 * k, 7);
    Doubles out(60 * k);
    laplacian.apply(k, in, out);
    const Block expected =
        dense_laplacian(graph) * Eigen::Map<const Block>(in.data(), 60, k);
    // sums of some ten terms of size 1
    CHECK((Eigen::Map<const Block>(out.data(), 60, k) - expected)
              .cwiseAbs()
              .maxCoeff() < 1e-13);
  }
}

TEST_CASE("systems with the Laplacian agree with the dense inverse") {
  std::vector<Edge> edges;
  const Eigen::MatrixXd w = dense(random_graph(30, 0.3, 9));
  for (Index i = 0; i < 30; ++i) {
    for (Index j = i + 1; j < 30; ++j)
      if (w(i, j) > 0) edges.push_back({i, j, w(i, j)});
  }
  const Graph graph = graph_of(31, edges);  // node 30 has no edge
  const Doubles b = random_block(31 * 4, 8);
  const double lambda = 0.2;
  const Doubles u = solve_laplacian_system(Laplacian(graph, 2), lambda, 4, b,
                                           {.tolerance = 1e-12});
  Eigen::MatrixXd a = dense_laplacian(graph);
  a.diagonal() *= 1 + lambda;
  a(30, 30) = 1;
  Block right = Eigen::Map<const Block>(b.data(), 31, 4);
  right.row(30).setZero();
  const Block expected = a.ldlt().solve(right);
  CHECK((Eigen::Map<const Block>(u.data(), 31, 4) - expected)
            .cwiseAbs()
            .maxCoeff() < 1e-9);
}

TEST_CASE("the Laplacian gives the same bits for any number of threads") {
  const Graph graph = random_graph(300, 0.2, 5);
  const Doubles in = random_block(300 * 8, 7);
  Doubles one(in.size()), many(in.size());
  Laplacian(graph, 1).apply(8, in, one);
  Laplacian(graph, 3).apply(8, in, many);
  CHECK(one == many);
}

}  // namespace
}  // namespace semilin::test
