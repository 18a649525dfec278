#include "kernel/loss_step.h"

#include "support/test.h"

namespace semilin {
namespace {

TEST_CASE("the hinge step meets the KKT conditions of its convex problem") {
  Random random(3);
  Breakpoints scratch;
  for (int trial = 0; trial < 50; ++trial) {
    const std::size_t n = 2 + trial % 9;
    const double mu = trial % 2 == 0 ? 1 : 0.2;
    const double r = 0.5 + random.uniform();
    std::vector<double> y(n), e(n), h(n);
    for (std::size_t i = 0; i < n; ++i) {
      y[i] = i % 2 == 0 ? 1 : -1;
      e[i] = random.normal();
    }
    h = e;
    const double b = hinge_step(y, h, mu, r, scratch);
    double balance = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double beta = r * (h[i] - e[i]) / y[i];
      const double margin = y[i] * (h[i] + b);
      balance += y[i] * beta;
      CHECK(beta > -1e-12);
      CHECK(beta < mu + 1e-12);
      if (beta < mu - 1e-9) CHECK(margin > 1 - 1e-9);
      if (beta > 1e-9) CHECK(margin < 1 + 1e-9);
    }
    CHECK(std::abs(balance) < 1e-12);
  }
}

TEST_CASE("the steps of one output minimize their loss") {
  Random random(5);
  for (int trial = 0; trial < 200; ++trial) {
    const double y = trial % 2 == 0 ? 1 : -1;
    const double e = 2 * random.normal();
    const double mu = random.uniform() + 0.1;
    const double r = random.uniform() + 0.1;
    const auto hinge = [&](double h) {
      return mu * std::max(0.0, 1 - y * (2 * h - 1)) +
             r / 2 * (h - e) * (h - e);
    };
    const auto square = [&](double h) {
      return mu / 2 * (y - h) * (y - h) + r / 2 * (h - e) * (h - e);
    };
    const double by_hinge = unit_hinge_step(y, e, mu, r);
    const double by_square = square_step(y, e, mu, r);
    for (const double step : {-0.1, -1e-3, 1e-3, 0.1}) {
      CHECK(hinge(by_hinge + step) >= hinge(by_hinge) - 1e-14);
      CHECK(square(by_square + step) > square(by_square));
    }
  }
}

}  // namespace
}  // namespace semilin
