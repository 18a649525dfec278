#include <cmath>
#include <limits>
#include <vector>

#include <Eigen/Dense>
#include <doctest/doctest.h>

#include "semilin/graph/neighbors.h"

#include "support/problems.h"

namespace semilin {
namespace {

// |x - sum_c w_c y_c|^2 over w >= 0, sum w = 1, by the normal equations of
// every subset of the neighbours, rows of y.
double least_distance(const Eigen::RowVectorXd& x, const Eigen::MatrixXd& y) {
  double least = std::numeric_limits<double>::infinity();
  for (int subset = 1; subset < 1 << y.rows(); ++subset) {
    std::vector<Index> of;
    for (Index c = 0; c < y.rows(); ++c)
      if ((subset >> c) % 2 == 1) of.push_back(c);
    const auto size = static_cast<Index>(of.size());
    Eigen::MatrixXd system = Eigen::MatrixXd::Ones(size + 1, size + 1);
    Eigen::VectorXd right = Eigen::VectorXd::Ones(size + 1);
    system(size, size) = 0;
    for (Index a = 0; a < size; ++a) {
      for (Index b = 0; b < size; ++b)
        system(a, b) = y.row(of[a]).dot(y.row(of[b]));
      right(a) = y.row(of[a]).dot(x);
    }
    const Eigen::VectorXd w = system.fullPivLu().solve(right).head(size).eval();
    if ((w.array() < 0).any() || std::abs(w.sum() - 1) > 1e-9) continue;
    Eigen::RowVectorXd point = Eigen::RowVectorXd::Zero(x.size());
    for (Index a = 0; a < size; ++a)
      point += w(a) * y.row(of[a]);
    least = std::min(least, (x - point).squaredNorm());
  }
  return least;
}

Eigen::MatrixXd unit_rows(Eigen::MatrixXd x) {
  for (Index i = 0; i < x.rows(); ++i)
    if (x.row(i).norm() > 0) x.row(i) /= x.row(i).norm();
  return x;
}

TEST_CASE("neighbours make up a query as well as any of their subsets can") {
  for (const Metric metric : {Metric::Euclidean, Metric::Cosine}) {
    const CsrStore rows = test::random_rows<double>(80, 9, 0.6, 3);
    const CsrStore queries = test::random_rows<double>(40, 9, 0.6, 4);
    const Neighbors near =
        nearest_neighbors(queries, rows, {.neighbors = 6, .metric = metric});
    const std::vector<float> weights = hull_weights(rows, near);
    const bool unit = metric == Metric::Cosine;
    const Eigen::MatrixXd x = test::dense(queries, 0);
    const Eigen::MatrixXd y = test::dense(rows, 0);
    const Eigen::MatrixXd asked = unit ? unit_rows(x) : x;
    const Eigen::MatrixXd among = unit ? unit_rows(y) : y;
    int inner = 0;
    for (Index i = 0; i < queries.rows(); ++i) {
      CAPTURE(i);
      Eigen::MatrixXd own(6, 9);
      Eigen::RowVectorXd point = Eigen::RowVectorXd::Zero(9);
      double sum = 0;
      for (Index c = 0; c < 6; ++c) {
        REQUIRE(near.ids_of(i)[c] != kNoNeighbor);
        own.row(c) = among.row(near.ids_of(i)[c]);
        const double weight = weights[i * 6 + c];
        CHECK(weight >= 0);
        inner += weight > 0 && weight < 1 ? 1 : 0;
        sum += weight;
        point += weight * own.row(c);
      }
      CHECK(sum == doctest::Approx(1));
      const double scale = (asked.row(i) - own.row(5)).squaredNorm();
      const double excess = (asked.row(i) - point).squaredNorm() -
                            least_distance(asked.row(i), own);
      CHECK(std::abs(excess) < 2e-6 * scale);
    }
    CHECK(inner > 80);  // of 240: more than one takes part
  }
}

TEST_CASE(
    "a query takes a row that it equals, and the ends that it is between") {
  Eigen::MatrixXd line(4, 2);
  line << 0, 1, 1, 1, 4, 1, 4, 1;  // two of them alike
  Eigen::MatrixXd asked(3, 2);
  asked << 1, 1, 2, 1, 4, 1;
  const CsrStore rows = test::sparse(line);
  const Neighbors near = nearest_neighbors(
      test::sparse(asked), rows, {.neighbors = 4, .metric = Metric::Euclidean});
  const std::vector<float> weights = hull_weights(rows, near);
  const auto mean = [&](Index i) {  // of the first coordinate
    double sum = 0;
    for (Index c = 0; c < 4; ++c)
      sum += weights[i * 4 + c] * line(near.ids_of(i)[c], 0);
    return sum;
  };
  for (Index i = 0; i < 3; ++i)
    CHECK(mean(i) == doctest::Approx(asked(i, 0)).epsilon(1e-3));
}

TEST_CASE("hull weights: no neighbour, no weight; any number of threads") {
  const CsrStore rows = test::random_rows<float>(400, 300, 0.01, 5);
  Eigen::MatrixXd asked =
      test::dense(test::random_rows<float>(600, 300, 0.01, 6), 0);
  asked.row(7).setZero();
  const Neighbors near =
      nearest_neighbors(test::sparse(asked), rows, {.metric = Metric::Cosine});
  const std::vector<float> one = hull_weights(rows, near, 1);
  CHECK(one == hull_weights(rows, near, 3));
  for (std::size_t c = 0; c < one.size(); ++c)
    if (near.ids[c] == kNoNeighbor) CHECK(one[c] == 0);
  CHECK(near.ids_of(7)[0] == kNoNeighbor);
}

}  // namespace
}  // namespace semilin
