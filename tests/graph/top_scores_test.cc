#include "graph/top_scores.h"

#include "support/test.h"

namespace semilin {
namespace {

TEST_CASE("the top scores are those of a full sort, ties by id") {
  Random random(4);
  for (const Index capacity : {1, 3, 20, 200}) {
    TopScores top(capacity);
    std::vector<std::pair<float, std::int32_t>> all;
    for (std::int32_t id = 0; id < 100; ++id) {
      const auto score = static_cast<float>(random.below(9));
      // ids come in no order
      top.push(score, (id * 37) % 100);
      all.emplace_back(-score, (id * 37) % 100);
    }
    std::sort(all.begin(), all.end());
    REQUIRE(top.size() == std::min<Index>(capacity, 100));
    for (Index i = 0; i < top.size(); ++i) {
      CHECK(top[i].score == -all[i].first);
      CHECK(top[i].id == all[i].second);
    }
  }
}

TEST_CASE("the wanted scores reach their least, and no others") {
  Random random(5);
  for (const Index size : {1, 2, 40, 1000}) {
    std::vector<std::int16_t> scores;
    for (Index i = 0; i < size; ++i)
      scores.push_back(static_cast<std::int16_t>(random.below(300) - 50));
    std::vector<std::int16_t> sorted = scores;
    std::sort(sorted.rbegin(), sorted.rend());
    for (const Index wanted : {Index{1}, size / 2, size}) {
      if (wanted == 0) continue;
      const std::int16_t least = least_of_highest(wanted, scores);
      CHECK(least <= std::max<int>(0, sorted[wanted - 1]));
      if (wanted < size && sorted[wanted - 1] > 0)
        CHECK(least >= sorted[wanted]);
      if (wanted < size &&
          sorted[wanted - 1] > std::max<int>(0, sorted[wanted]))
        CHECK(least > sorted[wanted]);
    }
    CHECK(least_of_highest(size + 1, scores) == 0);
  }
  CHECK(least_of_highest(1, {}) == 0);
}

TEST_CASE("scores above a bound are found in order") {
  Random random(6);
  for (const Index size : {0, 1, 15, 16, 100}) {
    std::vector<std::int16_t> scores, expected, places(size);
    for (Index i = 0; i < size; ++i) {
      scores.push_back(static_cast<std::int16_t>(random.below(40) - 20));
      if (scores.back() > 10) expected.push_back(static_cast<std::int16_t>(i));
    }
    places.resize(find_above(10, scores, places.data()));
    CHECK(places == expected);
  }
}

TEST_CASE("scores raise what is lower") {
  std::vector<std::int16_t> highest = {3, -5, 7};
  const std::vector<std::int16_t> scores = {4, -9, 7};
  raise_to(highest.data(), scores.data(), 2);
  CHECK(highest == std::vector<std::int16_t>{4, -5, 7});
}

}  // namespace
}  // namespace semilin
