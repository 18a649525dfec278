#include "solvers/simplex.h"

#include "support/test.h"

namespace semilin::test {
namespace {

// By sorting: the shift is (sum of the j largest - 1) / j for the last j whose
// entry stays positive.
Doubles projected_by_sorting(Doubles x) {
  Doubles sorted = x;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double sum = 0;
  double shift = 0;
  for (std::size_t j = 0; j < sorted.size(); ++j) {
    sum += sorted[j];
    const double candidate = (sum - 1) / static_cast<double>(j + 1);
    if (sorted[j] > candidate) shift = candidate;
  }
  for (double& value : x)
    value = std::max(value - shift, 0.0);
  return x;
}

TEST_CASE("the projection onto the simplex agrees with sorting") {
  Random random(5);
  for (int trial = 0; trial < 2000; ++trial) {
    Doubles x(1 + random.below(12));
    const double scale = std::pow(10.0, static_cast<double>(trial % 7) - 3);
    for (double& value : x)
      value = trial % 3 == 0 ? static_cast<double>(random.below(3))
                             : scale * random.normal();
    const Doubles expected = projected_by_sorting(x);
    project_to_simplex(x);
    for (std::size_t k = 0; k < x.size(); ++k)
      CHECK(x[k] == doctest::Approx(expected[k]).epsilon(1e-12));
    // |shift| is about the scale, so the sum loses as many digits.
    CHECK(std::abs(std::accumulate(x.begin(), x.end(), 0.0) - 1) <
          1e-13 * (1 + scale));
  }
}

TEST_CASE("a point of the simplex stays where it is") {
  Doubles x{0.25, 0, 0.75};
  project_to_simplex(x);
  CHECK(x == Doubles{0.25, 0, 0.75});
}

TEST_CASE("a single number becomes 1, huge ones stay finite") {
  Doubles one{-7};
  Doubles huge{1e300, -1e300};
  project_to_simplex(one);
  project_to_simplex(huge);
  CHECK(one[0] == 1);
  CHECK(std::isfinite(huge[0]));
  CHECK(huge[1] == 0);
}

}  // namespace
}  // namespace semilin::test
