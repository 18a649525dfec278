#include "semilin/graph/neighbors.h"

#include "support/problems.h"

namespace semilin::test {
namespace {

// |x - sum_c w_c y_c|^2 over w >= 0, sum w = 1, by the normal equations of
// every subset of the neighbors, rows of y.
double least_distance(const Eigen::RowVectorXd& x, const MatrixXd& y) {
  double least = std::numeric_limits<double>::infinity();
  for (int subset = 1; subset < 1 << y.rows(); ++subset) {
    std::vector<Index> of;
    for (Index c = 0; c < y.rows(); ++c)
      if ((subset >> c) % 2 == 1) of.push_back(c);
    const auto size = static_cast<Index>(of.size());
    MatrixXd system = MatrixXd::Ones(size + 1, size + 1);
    VectorXd right = VectorXd::Ones(size + 1);
    system(size, size) = 0;
    for (Index a = 0; a < size; ++a) {
      for (Index b = 0; b < size; ++b)
        system(a, b) = y.row(of[a]).dot(y.row(of[b]));
      right(a) = y.row(of[a]).dot(x);
    }
    const VectorXd w = system.fullPivLu().solve(right).head(size).eval();
    if ((w.array() < 0).any() || std::abs(w.sum() - 1) > 1e-9) continue;
    Eigen::RowVectorXd point = Eigen::RowVectorXd::Zero(x.size());
    for (Index a = 0; a < size; ++a)
      point += w(a) * y.row(of[a]);
    least = std::min(least, (x - point).squaredNorm());
  }
  return least;
}

// What neighbors make up of their query i, with their weights, which sum to 1.
Eigen::RowVectorXd made_up(const Neighbors& near,
                           const std::vector<float>& weights, Index i,
                           const MatrixXd& among) {
  Eigen::RowVectorXd point = Eigen::RowVectorXd::Zero(among.cols());
  double sum = 0;
  for (Index c = 0; c < near.k; ++c) {
    REQUIRE(near.ids_of(i)[c] != kNoNeighbor);
    const double weight = weights[i * near.k + c];
    CHECK(weight >= 0);
    sum += weight;
    point += weight * among.row(near.ids_of(i)[c]);
  }
  CHECK(sum == doctest::Approx(1));
  return point;
}

TEST_CASE("neighbors make up a query as well as any of their subsets can") {
  for (const Metric metric : {Metric::Euclidean, Metric::Cosine}) {
    const CsrStore rows = random_rows<double>(80, 9, 0.6, 3);
    const CsrStore queries = random_rows<double>(40, 9, 0.6, 4);
    const Neighbors near =
        nearest_neighbors(queries, rows, {.neighbors = 6, .metric = metric});
    const std::vector<float> weights = hull_weights(rows, near);
    MatrixXd asked = dense(queries), among = dense(rows);
    if (metric == Metric::Cosine) {
      asked.rowwise().normalize();
      among.rowwise().normalize();
    }
    for (Index i = 0; i < queries.rows(); ++i) {
      CAPTURE(i);
      MatrixXd own(6, 9);
      for (Index c = 0; c < 6; ++c)
        own.row(c) = among.row(near.ids_of(i)[c]);
      const Eigen::RowVectorXd point = made_up(near, weights, i, among);
      const double scale = (asked.row(i) - own.row(5)).squaredNorm();
      const double excess = (asked.row(i) - point).squaredNorm() -
                            least_distance(asked.row(i), own);
      CHECK(std::abs(excess) < 2e-6 * scale);
    }
    const auto inner = std::count_if(weights.begin(), weights.end(),
                                     [](float w) { return w > 0 && w < 1; });
    CHECK(inner > 80);  // of 240: more than one takes part
  }
}

TEST_CASE("a query that equals a row takes it alone, in any dimension") {
  for (const Index columns : {2, 5, 20}) {
    const CsrStore rows = random_rows<double>(200, columns, 1, 8);
    const Neighbors near =
        nearest_neighbors(rows, rows, {.metric = Metric::Euclidean});
    const std::vector<float> weights = hull_weights(rows, near);
    double own = 1;
    for (Index i = 0; i < rows.rows(); ++i) {
      REQUIRE(near.ids_of(i)[0] == i);
      own = std::min<double>(own, weights[i * near.k]);
    }
    CAPTURE(columns);
    CHECK(own == 1);
  }
}

TEST_CASE("among many neighbors in a plane they still make up the query") {
  const CsrStore rows = random_rows<double>(400, 2, 1, 9);
  const CsrStore queries = random_rows<double>(100, 2, 1, 10);
  const Neighbors near = nearest_neighbors(
      queries, rows, {.neighbors = 30, .metric = Metric::Euclidean});
  const std::vector<float> weights = hull_weights(rows, near);
  const MatrixXd x = dense(queries);
  const MatrixXd y = dense(rows);
  int inside = 0;
  for (Index i = 0; i < x.rows(); ++i) {
    CAPTURE(i);
    const Eigen::RowVectorXd point = made_up(near, weights, i, y);
    const Eigen::RowVectorXd rest = x.row(i) - point;
    // every neighbor lies beyond the plane through the point, across `rest`
    const double scale = std::pow(near.distances_of(i)[29], 2);
    for (const std::int32_t id : near.ids_of(i))
      CHECK(rest.dot(y.row(id) - point) < 1e-5 * scale);
    inside += rest.squaredNorm() < 1e-5 * scale ? 1 : 0;
  }
  CHECK(inside > 50);
}

TEST_CASE("a query between two rows takes both by the distances") {
  MatrixXd line(3, 2);
  line << 0, 1, 4, 1, 4, 1;  // two of them alike
  MatrixXd asked(2, 2);
  asked << 1, 1, 5, 1;  // between, beyond
  const CsrStore rows = sparse(line);
  const Neighbors near = nearest_neighbors(
      sparse(asked), rows, {.neighbors = 3, .metric = Metric::Euclidean});
  const std::vector<float> weights = hull_weights(rows, near);
  for (Index i = 0; i < 2; ++i) {
    double first = 0;
    for (Index c = 0; c < 3; ++c)
      first += near.ids_of(i)[c] == 0 ? weights[i * 3 + c] : 0;
    CHECK(first == doctest::Approx(i == 0 ? 0.75 : 0));
  }
}

TEST_CASE("hull weights: no neighbor, no weight; any number of threads") {
  const CsrStore rows = random_rows<float>(400, 300, 0.01, 5);
  MatrixXd asked = dense(random_rows<float>(600, 300, 0.01, 6));
  asked.row(7).setZero();
  const Neighbors near =
      nearest_neighbors(sparse(asked), rows, {.metric = Metric::Cosine});
  const std::vector<float> one = hull_weights(rows, near, 1);
  CHECK(one == hull_weights(rows, near, 3));
  for (Index i = 0; i < near.points(); ++i) {
    double sum = 0;
    for (Index c = 0; c < near.k; ++c) {
      if (near.ids_of(i)[c] == kNoNeighbor) CHECK(one[i * near.k + c] == 0);
      sum += one[i * near.k + c];
    }
    CHECK(sum == doctest::Approx(near.ids_of(i)[0] == kNoNeighbor ? 0 : 1));
  }
  CHECK(near.ids_of(7)[0] == kNoNeighbor);
  Neighbors wrong = near;
  wrong.ids[0] = 400;
  CHECK_THROWS_AS((void)hull_weights(rows, wrong), Invalid);
}

}  // namespace
}  // namespace semilin::test
