#include "semilin/graph/neighbor_graph.h"

#include "support/graphs.h"

namespace semilin::test {
namespace {

constexpr float kFar = std::numeric_limits<float>::infinity();

// Point 2 is a neighbor of 0 and 1, but not they of it; 3 has none.
Neighbors four_points() {
  return {
      Metric::Euclidean, 1, {2, 0, 0, kNoNeighbor}, {1.0F, 2.0F, 1.0F, kFar}};
}

MatrixXd weights(const Neighbors& neighbors, EdgeWeights weights,
                 Symmetry symmetry) {
  return dense(neighbor_graph(
      neighbors, {.weights = weights, .symmetry = symmetry, .mean_degree = 0}));
}

TEST_CASE("the symmetrisations do what they say") {
  // 0 and 2 are each other's neighbor; 0 is one of 1
  const auto of = [](Symmetry symmetry) {
    return weights(four_points(), EdgeWeights::Uniform, symmetry);
  };
  CHECK(of(Symmetry::Mean)(0, 2) == 1);
  CHECK(of(Symmetry::Mean)(0, 1) == 0.5);
  CHECK(of(Symmetry::Mean)(1, 0) == 0.5);
  CHECK(of(Symmetry::Union)(0, 1) == 1);
  CHECK(of(Symmetry::Mutual)(0, 1) == 0);
  CHECK(of(Symmetry::Mutual)(2, 0) == 1);
  CHECK(of(Symmetry::Union).row(3).sum() == 0);
}

TEST_CASE("self-tuning weights agree with their formula") {
  const CsrStore rows = random_rows<double>(60, 4, 1.0, 3);
  const Neighbors neighbors = nearest_neighbors(rows, {.neighbors = 10});
  const MatrixXd x = dense(rows);
  const MatrixXd w =
      weights(neighbors, EdgeWeights::SelfTuning, Symmetry::Union);
  for (Index i = 0; i < 60; ++i) {
    for (Index c = 0; c < 10; ++c) {
      const Index j = neighbors.ids_of(i)[c];
      const double square = (x.row(i) - x.row(j)).squaredNorm();
      const double scales =
          neighbors.distances_of(i)[6] * neighbors.distances_of(j)[6];
      // distances and weights are floats
      CHECK(w(i, j) ==
            doctest::Approx(std::exp(-square / scales)).epsilon(1e-5));
    }
  }
}

// i itself and its neighbors.
std::set<std::int32_t> around(const Neighbors& neighbors, Index i) {
  const auto ids = neighbors.ids_of(i);
  std::set<std::int32_t> points(ids.begin(), ids.end());
  points.erase(kNoNeighbor);
  points.insert(static_cast<std::int32_t>(i));
  return points;
}

TEST_CASE("shared weights are self-tuning ones times the common neighbors") {
  const CsrStore rows = random_rows<double>(60, 4, 1.0, 3);
  Neighbors neighbors = nearest_neighbors(rows, {.neighbors = 10});
  // point 5 has seven neighbors only
  for (Index c = 7; c < 10; ++c) {
    neighbors.ids[5 * 10 + c] = kNoNeighbor;
    neighbors.distances[5 * 10 + c] = kFar;
  }
  MatrixXd expected =
      weights(neighbors, EdgeWeights::SelfTuning, Symmetry::Mean);
  for (Index i = 0; i < 60; ++i) {
    for (Index j = 0; j < 60; ++j) {
      const auto here = around(neighbors, i), there = around(neighbors, j);
      const auto common =
          std::count_if(here.begin(), here.end(),
                        [&](std::int32_t p) { return there.contains(p); });
      expected(i, j) *=
          static_cast<double>(common) /
          static_cast<double>(std::max(here.size(), there.size()));
    }
  }
  const MatrixXd w = weights(neighbors, EdgeWeights::Shared, Symmetry::Mean);
  REQUIRE(expected.sum() > 1);
  CHECK((w - expected).cwiseAbs().maxCoeff() < 1e-6);  // floats
  CHECK(weights(neighbors, EdgeWeights::Auto, Symmetry::Mean) == w);
}

TEST_CASE("cosine weights are the cosines") {
  const CsrStore rows = random_rows<double>(50, 40, 0.2, 3);
  const MatrixXd x = dense(rows).rowwise().normalized();
  const Neighbors neighbors =
      nearest_neighbors(rows, {.neighbors = 3, .metric = Metric::Cosine});
  const MatrixXd w = weights(neighbors, EdgeWeights::Auto, Symmetry::Union);
  for (Index i = 0; i < 50; ++i) {
    const Index j = neighbors.ids_of(i)[0];
    if (j != kNoNeighbor)
      CHECK(w(i, j) == doctest::Approx(x.row(i).dot(x.row(j))).epsilon(1e-5));
  }
}

TEST_CASE("points with many duplicates have a scale all the same") {
  Neighbors neighbors;
  neighbors.metric = Metric::Euclidean;
  neighbors.k = 8;
  for (Index i = 0; i < 9; ++i)
    for (Index c = 0; c < 8; ++c)
      neighbors.ids.push_back(static_cast<std::int32_t>(c < i ? c : c + 1));
  neighbors.distances.assign(72, 0.0F);
  // nobody knows a scale
  CHECK(local_scales(neighbors) == Doubles(9, 1.0));
  const Graph graph = neighbor_graph(neighbors);
  CHECK(graph.edges() == 36);
  // the eighth neighbor of point 0 is the first that is not a duplicate
  neighbors.distances[7] = 4;
  CHECK(local_scales(neighbors)[0] == 4);
  CHECK(local_scales(neighbors)[1] == 4);
  // the seventh of point 1
  neighbors.distances[8 + 6] = 2;
  CHECK(local_scales(neighbors)[1] == 2);
  CHECK(local_scales(neighbors)[2] == 3);
}

TEST_CASE("duplicate and isolated points make a valid graph") {
  MatrixXd matrix = dense(random_rows<float>(60, 20, 0.2, 4));
  for (Index i = 1; i < 20; ++i)
    matrix.row(i) = matrix.row(0);
  matrix.row(30).setZero();
  matrix.row(45).setZero();
  const Neighbors neighbors = nearest_neighbors(
      sparse(matrix), {.neighbors = 10, .metric = Metric::Cosine});
  for (const EdgeWeights kind : {EdgeWeights::SelfTuning, EdgeWeights::Shared,
                                 EdgeWeights::Cosine, EdgeWeights::Uniform}) {
    const Graph graph = neighbor_graph(neighbors, {.weights = kind});
    const Doubles degree = degrees(graph);
    CHECK(degree[0] > 0);
    CHECK(degree[30] == 0);
    CHECK(degree[45] == 0);
    CHECK(std::abs(dense(graph).sum() / 60 - 1) < 1e-6);
  }
}

TEST_CASE("cosine weights of Euclidean neighbors are refused") {
  CHECK_THROWS_AS(
      (void)neighbor_graph(four_points(), {.weights = EdgeWeights::Cosine}),
      Invalid);
}

}  // namespace
}  // namespace semilin::test
