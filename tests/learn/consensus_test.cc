#include "learn/consensus.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "semilin/advanced/base/random.h"

// NOLINTNEXTLINE(google-build-using-namespace): a test
using namespace semilin;

namespace {

constexpr int kClasses = 3;

/// Members that err each in its own way on rows of known class.
struct Panel {
  explicit Panel(std::size_t rows) {
    const double right[] = {0.9, 0.75, 0.6};
    Random random(5);
    for (std::size_t i = 0; i < rows; ++i) {
      const double u = random.uniform();
      truth.push_back(u < 0.6 ? 0 : u < 0.9 ? 1 : 2);
    }
    for (const double share : right) {
      Votes votes;
      for (const std::int32_t k : truth) {
        const bool errs = random.uniform() > share;
        votes.push_back(errs ? (k + 1) % kClasses : k);
      }
      members.push_back(std::move(votes));
    }
  }

  Votes truth;
  std::vector<Votes> members;
};

double right(const Votes& truth, const std::vector<double>& posterior) {
  double count = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const auto p = posterior.begin() + static_cast<Index>(i) * kClasses;
    count += std::max_element(p, p + kClasses) - p == truth[i] ? 1 : 0;
  }
  return count / static_cast<double>(truth.size());
}

}  // namespace

TEST_CASE("the consensus finds out who errs how") {
  const Panel panel(4000);

  const Consensus found = consensus(panel.members, kClasses);

  CHECK(found.accuracy[0] == doctest::Approx(0.9).epsilon(0.05));
  CHECK(found.accuracy[1] == doctest::Approx(0.75).epsilon(0.05));
  CHECK(found.accuracy[2] == doctest::Approx(0.6).epsilon(0.05));
  CHECK(found.sizes[0] == doctest::Approx(0.6).epsilon(0.05));
  CHECK(right(panel.truth, found.posterior) > 0.9);
  for (std::size_t i = 0; i < panel.truth.size(); ++i) {
    const double* p = &found.posterior[i * kClasses];
    REQUIRE(p[0] + p[1] + p[2] == doctest::Approx(1));
  }
}

TEST_CASE("a member alone is believed") {
  const Panel panel(300);
  const Consensus found = consensus({panel.members[1]}, kClasses);
  CHECK(right(panel.members[1], found.posterior) == 1);
}

TEST_CASE("the consensus has the same bits for any number of threads") {
  const Panel panel(40000);
  const Consensus one = consensus(panel.members, kClasses, 1);
  const Consensus three = consensus(panel.members, kClasses, 3);
  CHECK(one.posterior == three.posterior);
  CHECK(one.accuracy == three.accuracy);
}

TEST_CASE("kappa corrects agreement for chance") {
  // 20 and 15 rows on which both say 0 and 1, 5 and 10 on which they differ:
  // agreement 0.7, by chance 0.5 * 0.6 + 0.5 * 0.4 = 0.5
  Votes one, other;
  const auto add = [&](int count, std::int32_t a, std::int32_t b) {
    one.insert(one.end(), count, a);
    other.insert(other.end(), count, b);
  };
  add(20, 0, 0);
  add(15, 1, 1);
  add(5, 0, 1);
  add(10, 1, 0);
  CHECK(agreement(one, other) == doctest::Approx(0.7));
  CHECK(kappa(one, other, 2) == doctest::Approx(0.4));
  CHECK(mean_kappa({one, other, one}, 2) ==
        doctest::Approx((0.4 + 1 + 0.4) / 3));
}

TEST_CASE("kappa of members that give all rows one class is 0") {
  const Votes all(10, 1);
  CHECK(kappa(all, all, 2) == 0);
}
