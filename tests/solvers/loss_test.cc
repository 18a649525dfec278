#include "solvers/loss.h"

#include "support/oracles.h"

namespace semilin::test {
namespace {

// Arguments that are no kink of any loss above.
Doubles arguments() {
  Doubles numbers;
  for (double z = -4.03; z < 4; z += 0.17)
    numbers.push_back(z);
  return numbers;
}

}  // namespace

TEST_CASE("a profile has the values of its table") {
  CHECK(Loss::squares().value(-3) == 9);
  CHECK(Loss::squares().value(2) == 4);
  CHECK(Loss::squared_hinge().value(-3) == 0);
  CHECK(Loss::squared_hinge().value(0) == 0);
  CHECK(Loss::squared_hinge().value(2) == 4);
}

TEST_CASE("value and slope agree with the pieces written out") {
  for (const Loss& loss : kLosses) {
    for (const double z : arguments()) {
      CAPTURE(z);
      CHECK(loss.value(z) ==
            doctest::Approx(static_cast<double>(profile(loss, z)))
                .epsilon(1e-14));
      CHECK(2 * loss.clamp(z) ==
            doctest::Approx(static_cast<double>(profile_slope(loss, z)))
                .epsilon(1e-14));
    }
  }
}

TEST_CASE("slope and curvature are the derivatives of a pair's loss") {
  constexpr double kStep = 1e-4;  // exact for quadratics, up to rounding
  for (const Loss& loss : kLosses) {
    for (const double p : {0.0, 0.3, 1.0}) {
      const double a = 1.7 * p;
      const double b = 1.7 * (1 - p);
      for (const double o : arguments()) {
        CAPTURE(p);
        CAPTURE(o);
        const double up = pair_value(loss, a, b, o + kStep);
        const double down = pair_value(loss, a, b, o - kStep);
        const double slope_up = pair_half_slope(loss, a, b, o + kStep);
        const double slope_down = pair_half_slope(loss, a, b, o - kStep);
        CHECK(2 * pair_half_slope(loss, a, b, o) ==
              doctest::Approx((up - down) / (2 * kStep)).epsilon(1e-8));
        CHECK(pair_curvature(loss, a, b, o) ==
              doctest::Approx((slope_up - slope_down) / (2 * kStep))
                  .epsilon(1e-8));
      }
    }
  }
}

TEST_CASE("a label is the belief 1 or 0 and gives l2(y o)") {
  const Loss loss = Loss::squared_hinge();
  CHECK(pair_value(loss, 3, 0, -1) == 3 * 4);   // y = +1, o = -1
  CHECK(pair_value(loss, 0, 3, -1) == 0);       // y = -1, o = -1
  CHECK(pair_half_slope(loss, 3, 0, 0) == -3);  // 2 c (o - y) / 2
  CHECK(pair_half_slope(loss, 0, 3, 0) == 3);
}

}  // namespace semilin::test
