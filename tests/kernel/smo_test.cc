#include "kernel/smo.h"

#include "support/problems.h"

namespace semilin::test {
namespace {

struct BoxProblem {
  MatrixXd q;
  Doubles p, y;
};

// Q = Y A A'Y of rank `rank`.
BoxProblem random_box(Index n, Index rank, std::uint64_t seed) {
  Random random(seed);
  const MatrixXd a = by_rows(normal(n * rank, random), rank);
  BoxProblem box;
  VectorXd y(n);
  for (Index i = 0; i < n; ++i) {
    y(i) = i % 3 == 0 ? 1 : -1;
    box.p.push_back(0.5 + random.uniform());
  }
  box.y.assign(y.begin(), y.end());
  box.q = y.asDiagonal() * (a * a.transpose()) * y.asDiagonal();
  return box;
}

TEST_CASE("SMO meets the KKT conditions of its quadratic programme") {
  for (const Index rank : {2, 5, 40}) {
    for (const double mu : {0.05, 1.0, 100.0}) {
      const BoxProblem box = random_box(30, rank, 7);
      Doubles beta(30, 0.0);
      const SmoResult result =
          solve_smo({box.q.data(), 900}, box.p, box.y, mu, 1e-8, beta);
      CAPTURE(rank);
      CAPTURE(mu);
      const Eigen::Map<const VectorXd> b(beta.data(), 30);
      const Eigen::Map<const VectorXd> y(box.y.data(), 30);
      const Eigen::Map<const VectorXd> p(box.p.data(), 30);
      CHECK(std::abs(y.dot(b)) < 1e-9 * std::max(1.0, mu));
      // p - Q beta - bias y is <= 0 at beta = 0, >= 0 at mu, 0 between
      const VectorXd slope = p - box.q * b - result.bias * y;
      const double tolerance = 1e-7 * std::max(1.0, mu);
      for (Index i = 0; i < 30; ++i) {
        CHECK(b(i) >= 0);
        CHECK(b(i) <= mu);
        if (b(i) < mu) CHECK(slope(i) <= tolerance);
        if (b(i) > 0) CHECK(slope(i) >= -tolerance);
      }
    }
  }
}

TEST_CASE("SMO of two points has the answer on paper") {
  // Q = [[1, 1], [1, 1]] (G = diag(1, 1) with a shared -1): y = (1, -1), so
  // beta_1 = beta_2 = b and  min 1/2 (1 + 1 + 2 q) b^2 - 2 b
  const Doubles q = {1, 0.5, 0.5, 1};
  const Doubles p = {1, 1};
  const Doubles y = {1, -1};
  Doubles beta(2, 0.0);
  const SmoResult result = solve_smo(q, p, y, 10, 1e-12, beta);
  CHECK(beta[0] == doctest::Approx(2.0 / 3).epsilon(1e-12));
  CHECK(beta[1] == doctest::Approx(2.0 / 3).epsilon(1e-12));
  CHECK(result.bias == doctest::Approx(0).epsilon(1e-12));
}

}  // namespace
}  // namespace semilin::test
