#include "semilin/advanced/base/random.h"

#include "support/test.h"

namespace semilin::test {
namespace {

TEST_CASE("the generator is xoshiro256** seeded by splitmix64") {
  // From the reference definitions, computed apart from this library.
  Random random(0);
  CHECK(random.bits() == 0x99EC5F36CB75F2B4ULL);
  CHECK(random.bits() == 0xBF6E1F784956452AULL);
  CHECK(random.bits() == 0x1A5F849D4933E6E0ULL);
  CHECK(Random(7).bits() == Random(7).bits());
  CHECK(Random(7).bits() != Random(8).bits());
}

// Five standard errors of the mean and of the variance of 100,000 draws, whose
// squares have this variance.
void check_moments(const Doubles& draws, double mean, double variance,
                   double of_squares) {
  const auto count = static_cast<double>(draws.size());
  double sum = 0, squares = 0;
  for (const double draw : draws) {
    sum += draw - mean;
    squares += (draw - mean) * (draw - mean);
  }
  CHECK(std::abs(sum / count) < 5 * std::sqrt(variance / count));
  CHECK(std::abs(squares / count - variance) <
        5 * std::sqrt(of_squares / count));
}

TEST_CASE("uniform stays below 1, with mean 1/2 and variance 1/12") {
  Random random(3);
  Doubles draws(100'000);
  for (double& u : draws) {
    u = random.uniform();
    REQUIRE(u >= 0);
    REQUIRE(u < 1);
  }
  check_moments(draws, 0.5, 1.0 / 12, 1.0 / 180);
}

TEST_CASE("below hits every number equally often") {
  Random random(4);
  constexpr int kDraws = 70'000;
  std::vector<int> counts(7);
  for (int i = 0; i < kDraws; ++i)
    ++counts[random.below(7)];
  // Standard deviation of a count: sqrt(70000 / 7 * 6 / 7) = 93.
  for (const int count : counts)
    CHECK(std::abs(count - kDraws / 7) < 5 * 93);
  CHECK(random.below(1) == 0);
  CHECK_THROWS_AS(random.below(0), Invalid);
}

TEST_CASE("normal has mean 0, variance 1 and symmetric tails") {
  Random random(5);
  Doubles draws(100'000);
  std::generate(draws.begin(), draws.end(), [&] { return random.normal(); });
  check_moments(draws, 0, 1, 2);
  const auto beyond_two = std::count_if(
      draws.begin(), draws.end(), [](double z) { return std::abs(z) > 2; });
  CHECK(static_cast<double>(beyond_two) / 100'000 ==
        doctest::Approx(0.0455).epsilon(0.08));
}

TEST_CASE("shuffle permutes, and every item visits every place") {
  Random random(6);
  std::vector<int> first_place(4);
  for (int i = 0; i < 4000; ++i) {
    std::vector<int> items = {0, 1, 2, 3};
    random.shuffle(items);
    ++first_place[items[0]];
    std::sort(items.begin(), items.end());
    REQUIRE(items == std::vector<int>{0, 1, 2, 3});
  }
  // Standard deviation of a count: sqrt(4000 * 3 / 16) = 27.
  for (const int count : first_place)
    CHECK(std::abs(count - 1000) < 5 * 27);
}

}  // namespace
}  // namespace semilin::test
