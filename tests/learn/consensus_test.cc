#include "learn/committee/consensus.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "semilin/advanced/base/random.h"

// NOLINTNEXTLINE(google-build-using-namespace): a test
using namespace semilin;

namespace {

constexpr int kClasses = 3;
constexpr int kMany = 20;

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

double right(const Votes& truth, const std::vector<double>& posterior,
             int classes = kClasses) {
  double count = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const auto p = posterior.begin() + static_cast<Index>(i) * classes;
    count += std::max_element(p, p + classes) - p == truth[i] ? 1 : 0;
  }
  return count / static_cast<double>(truth.size());
}

// Right on so many rows of kMany classes, on the others anything.
Votes votes_of_many(const Votes& truth, double share, std::uint64_t seed) {
  Random random(seed);
  Votes votes;
  for (const std::int32_t k : truth) {
    votes.push_back(random.uniform() < share
                        ? k
                        : static_cast<std::int32_t>(random.below(kMany)));
  }
  return votes;
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

TEST_CASE("fifteen rows a class do not let the largest class take all") {
  Votes truth;
  for (int i = 0; i < 300; ++i)
    truth.push_back(i % kMany);
  const std::vector<Votes> members = {votes_of_many(truth, 0.7, 1),
                                      votes_of_many(truth, 0.6, 2),
                                      votes_of_many(truth, 0.6, 3)};
  const Consensus found = consensus(members, kMany);
  CHECK(right(truth, found.posterior, kMany) > 0.75);
  CHECK(*std::max_element(found.sizes.begin(), found.sizes.end()) < 0.1);
}

TEST_CASE("a member alone is believed") {
  Votes truth;
  for (int i = 0; i < 300; ++i)
    truth.push_back(i % kMany);
  const Votes member = votes_of_many(truth, 0.7, 1);
  const Consensus found = consensus({member}, kMany);
  CHECK(right(member, found.posterior, kMany) == 1);
  CHECK(found.accuracy == std::vector<double>{1});
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
