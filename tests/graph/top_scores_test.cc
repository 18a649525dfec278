#include "graph/top_scores.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "semilin/advanced/base/random.h"

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

}  // namespace
}  // namespace semilin
