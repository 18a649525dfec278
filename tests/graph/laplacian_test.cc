#include "graph/laplacian.h"

#include "support/graphs.h"

namespace semilin::test {
namespace {

TEST_CASE("the Laplacian agrees with the dense matrix for any columns") {
  const Graph graph = random_graph(60, 0.2, 3);
  const Laplacian laplacian(graph, 2);
  for (const int k : {1, 3, 4, 8, 10}) {
    const Doubles in = normal(60 * k, 7);
    Doubles out(60 * k);
    laplacian.apply(k, in, out);
    const MatrixXd expected = dense_laplacian(graph) * by_rows(in, k);
    // sums of some ten terms of size 1
    CHECK((by_rows(out, k) - expected).cwiseAbs().maxCoeff() < 1e-13);
  }
}

TEST_CASE("systems with the Laplacian agree with the dense inverse") {
  MatrixXd w = MatrixXd::Zero(31, 31);  // node 30 has no edge
  w.topLeftCorner(30, 30) = dense(random_graph(30, 0.3, 9));
  const Graph graph(sparse(w));
  const Doubles b = normal(31 * 4, 8);
  const double lambda = 0.2;
  const Doubles u = solve_laplacian_system(Laplacian(graph, 2), lambda, 4, b,
                                           {.tolerance = 1e-12});
  MatrixXd a = dense_laplacian(graph);
  a.diagonal() *= 1 + lambda;
  a(30, 30) = 1;
  MatrixXd right = by_rows(b, 4);
  right.row(30).setZero();
  const MatrixXd expected = a.ldlt().solve(right);
  CHECK((by_rows(u, 4) - expected).cwiseAbs().maxCoeff() < 1e-9);
}

TEST_CASE("the Laplacian gives the same bits for any number of threads") {
  const Graph graph = random_graph(300, 0.2, 5);
  const Doubles in = normal(300 * 8, 7);
  check_threads({3}, [&](int threads) {
    Doubles out(in.size());
    Laplacian(graph, threads).apply(8, in, out);
    return out;
  });
}

}  // namespace
}  // namespace semilin::test
