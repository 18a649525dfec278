#include "kernel/smo.h"

#include "support/problems.h"

namespace semilin::test {
namespace {

TEST_CASE("SMO meets the KKT conditions of its quadratic program") {
  for (const Index rank : {2, 5, 40}) {
    for (const double mu : {0.05, 1.0, 100.0}) {
      CAPTURE(rank);
      CAPTURE(mu);
      Random random(7);
      const MatrixXd a = by_rows(normal(30 * rank, random), rank);
      const MatrixXd gram = a * a.transpose();
      Doubles beta(30, 0.0), p, y;
      for (Index i = 0; i < 30; ++i) {
        y.push_back(i % 3 == 0 ? 1 : -1);
        p.push_back(0.5 + random.uniform());
      }
      solve_smo(gram, p, y, mu, beta, 1e-8);
      // y_i (p - Q beta)_i = y_i p_i - sum_j G_ij y_j beta_j: largest where
      // y_i beta_i may grow, smallest where it may fall
      double balance = 0, high = -HUGE_VAL, low = HUGE_VAL;
      for (Index i = 0; i < 30; ++i) {
        CHECK(beta[i] >= 0);
        CHECK(beta[i] <= mu);
        balance += y[i] * beta[i];
        double slope = y[i] * p[i];
        for (Index j = 0; j < 30; ++j)
          slope -= gram(i, j) * y[j] * beta[j];
        if (y[i] > 0 ? beta[i] < mu : beta[i] > 0) high = std::max(high, slope);
        if (y[i] > 0 ? beta[i] > 0 : beta[i] < mu) low = std::min(low, slope);
      }
      CHECK(std::abs(balance) < 1e-9 * std::max(1.0, mu));
      CHECK(high - low <= 1e-7 * std::max(1.0, mu));
    }
  }
}

TEST_CASE("SMO of two points has the answer on paper") {
  // y = (1, -1), so beta_1 = beta_2 = b and  min 1/2 (1 + 1 + 2 / 2) b^2 - 2 b
  MatrixXd gram(2, 2);
  gram << 1, -0.5, -0.5, 1;
  Doubles beta(2, 0.0);
  solve_smo(gram, Doubles{1, 1}, Doubles{1, -1}, 10, beta, 1e-12);
  CHECK(beta[0] == doctest::Approx(2.0 / 3).epsilon(1e-12));
  CHECK(beta[1] == doctest::Approx(2.0 / 3).epsilon(1e-12));
}

}  // namespace
}  // namespace semilin::test
