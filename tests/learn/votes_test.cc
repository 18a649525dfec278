#include "learn/committee/votes.h"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

// NOLINTNEXTLINE(google-build-using-namespace): a test
using namespace semilin;

namespace {

// Ten rows of two classes; `wrong` of them, from `first` on, have the other.
Votes with_errors(int first, int wrong) {
  Votes votes = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
  for (int i = first; i < first + wrong; ++i)
    votes[i] = 1 - votes[i];
  return votes;
}

}  // namespace

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
}

TEST_CASE("kappa of members that give all rows one class is 0") {
  const Votes all(10, 1);
  CHECK(kappa(all, all, 2) == 0);
}

TEST_CASE("a candidate weighs by its agreement under its own hypothesis") {
  const Votes truth = with_errors(0, 0);
  // two errors: 0.8 agreed on, 0.5 by chance, kappa 0.6
  std::vector<Candidate> all = {
      {0, 0, truth}, {1, 0, with_errors(0, 2)}, {0, 1, truth},
      {1, 1, truth}, {2, 1, with_errors(4, 2)}, {0, 2, with_errors(0, 10)}};

  weigh(all, {0, 0, -2}, 2);

  const double kappas[] = {0.6, 0.6, (1 + 0.6) / 2, (1 + 0.6) / 2, 0.6, 0};
  double sum = 0;
  for (std::size_t c = 0; c < all.size(); ++c) {
    CHECK(all[c].kappa == doctest::Approx(kappas[c]));
    sum += all[c].weight;
  }
  CHECK(sum == doctest::Approx(1));
  CHECK(all[2].weight / all[0].weight == doctest::Approx(std::exp(2.0)));
  CHECK(all[4].weight / all[0].weight == doctest::Approx(std::exp(-2.0)));
}

TEST_CASE("the class of the largest share has the most votes") {
  const std::vector<Candidate> all = {{0, 0, {0, 1, 2}, 0, 0.5},
                                      {1, 0, {1, 1, 2}, 0, 0.3},
                                      {2, 0, {1, 0, 0}, 0, 0.2}};

  const std::vector<double> shares = shares_of(all, 3);

  const std::vector<double> expected = {0.5, 0.5, 0,   0.2, 0.8,
                                        0,   0.2, 0.0, 0.8};
  for (std::size_t e = 0; e < shares.size(); ++e)
    CHECK(shares[e] == doctest::Approx(expected[e]));
  CHECK(most_voted(shares, 3) == Votes{0, 1, 2});  // the first of equals
}

TEST_CASE("a member stands as many standard errors below the best") {
  const Votes truth = with_errors(0, 0);
  // wrong on two rows, on one of these and four others, on three others
  const std::vector<Votes> members = {with_errors(0, 2), with_errors(1, 5),
                                      with_errors(2, 3)};
  std::vector<double> weights(truth.size(), 1.0);

  const std::vector<double> z = standings(members, truth, weights);

  CHECK(z[0] == 0);
  CHECK(z[1] == doctest::Approx(-3 / std::sqrt(5 + 1)));
  CHECK(z[2] == doctest::Approx(-1 / std::sqrt(5 + 1)));

  weights = std::vector<double>(truth.size(), 0.5);
  weights[0] = 5.5;  // only the first is wrong there: now the third is best
  const std::vector<double> heavy = standings(members, truth, weights);

  CHECK(heavy[0] == doctest::Approx((3 * 0.5 - 5.5 - 0.5) /
                                    std::sqrt(5.5 * 5.5 + 4 * 0.25 + 1)));
  CHECK(heavy[1] == doctest::Approx(-2 * 0.5 / std::sqrt(2 * 0.25 + 1)));
  CHECK(heavy[2] == 0);
}

TEST_CASE("where no label was held out nobody stands below another") {
  CHECK(standings({{}, {}}, {}, {}) == std::vector<double>{0, 0});
}
