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
}

TEST_CASE("equal seeds give equal numbers, others give others") {
  Random a(7);
  Random b(7);
  Random c(8);
  CHECK(a.bits() == b.bits());
  CHECK(a.bits() != c.bits());
}

TEST_CASE("uniform stays below 1, with mean 1/2 and variance 1/12") {
  Random random(3);
  constexpr int kDraws = 100'000;
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double u = random.uniform();
    REQUIRE(u >= 0);
    REQUIRE(u < 1);
    sum += u;
    squares += (u - 0.5) * (u - 0.5);
  }
  // Five standard errors of each mean.
  CHECK(std::abs(sum / kDraws - 0.5) < 5 * std::sqrt(1.0 / 12 / kDraws));
  CHECK(std::abs(squares / kDraws - 1.0 / 12) <
        5 * std::sqrt(1.0 / 180 / kDraws));
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
  constexpr int kDraws = 100'000;
  double sum = 0;
  double squares = 0;
  int beyond_two = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double z = random.normal();
    sum += z;
    squares += z * z;
    beyond_two += std::abs(z) > 2 ? 1 : 0;
  }
  CHECK(std::abs(sum / kDraws) < 5 / std::sqrt(kDraws));
  CHECK(std::abs(squares / kDraws - 1) < 5 * std::sqrt(2.0 / kDraws));
  CHECK(beyond_two / double{kDraws} == doctest::Approx(0.0455).epsilon(0.08));
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
