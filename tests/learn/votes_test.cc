#include "learn/committee/votes.h"

#include <limits>

#include "support/test.h"

namespace semilin::test {
namespace {

// Ten rows of two classes; `wrong` of them, from `first` on, have the other.
Votes with_errors(int first, int wrong) {
  Votes votes = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
  for (int i = first; i < first + wrong; ++i)
    votes[i] = 1 - votes[i];
  return votes;
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
  const double error = std::sqrt(0.7 * 0.3 / 50) / 0.5;
  CHECK(kappa(one, other, 2) == doctest::Approx(0.4 - 2 * error));
  // both find two rows of class 1 among a hundred, one of them the same
  one = other = Votes(100, 0);
  one[0] = one[1] = other[1] = other[2] = 1;
  CHECK(agreement(one, other) == doctest::Approx(0.98));
  CHECK(kappa(one, other, 2) < 0);
  const Votes all(10, 1);  // of one class
  CHECK(kappa(all, all, 2) == 0);
}

TEST_CASE("a candidate weighs by its agreement under its own hypothesis") {
  const Votes truth = with_errors(0, 0);
  // two errors: 0.8 agreed on, 0.5 by chance, kappa 0.6 less twice its error
  std::vector<Candidate> all = {
      {0, 0, truth}, {1, 0, with_errors(0, 2)},     {0, 1, truth},
      {1, 1, truth}, {2, 1, with_errors(4, 2), -2}, {0, 2, with_errors(0, 10)}};
  weigh(all, 2);
  const double some = 0.6 - 2 * std::sqrt(0.8 * 0.2 / 10) / 0.5;
  const double kappas[] = {some, some, (1 + some) / 2, (1 + some) / 2, some, 0};
  double sum = 0;
  for (std::size_t c = 0; c < all.size(); ++c) {
    CHECK(all[c].kappa == doctest::Approx(kappas[c]));
    sum += all[c].weight;
  }
  CHECK(sum == doctest::Approx(1));
  CHECK(all[2].weight / all[0].weight ==
        doctest::Approx(std::exp(10 * (1 - some) / 2)));
  CHECK(all[4].weight / all[0].weight == doctest::Approx(std::exp(-2.0)));
}

TEST_CASE("the class of the largest share has the most votes") {
  const std::vector<Candidate> all = {{0, 0, {0, 1, 2}, 0, 0, 0.5},
                                      {1, 0, {1, 1, 2}, 0, 0, 0.3},
                                      {2, 0, {1, 0, 0}, 0, 0, 0.2}};
  const Doubles shares = shares_of(all, 3);
  const Doubles expected = {0.5, 0.5, 0, 0.2, 0.8, 0, 0.2, 0.0, 0.8};
  for (std::size_t e = 0; e < shares.size(); ++e)
    CHECK(shares[e] == doctest::Approx(expected[e]));
  CHECK(most_voted(shares, 3) == Votes{0, 1, 2});  // the first of equals
}

TEST_CASE("a candidate stands as many standard errors below the best") {
  const Votes truth = with_errors(0, 0);
  // wrong on two rows, on one of these and four others, on three others
  std::vector<Candidate> all = {{0, 0, with_errors(0, 2)},
                                {1, 0, with_errors(1, 5)},
                                {2, 0, with_errors(2, 3)}};
  Doubles weights(truth.size(), 1.0);
  set_standings(all, truth, weights);
  CHECK(all[0].z == 0);
  CHECK(all[1].z == doctest::Approx(-3 / std::sqrt(5 + 1)));
  CHECK(all[2].z == doctest::Approx(-1 / std::sqrt(5 + 1)));
  weights = Doubles(truth.size(), 0.5);
  weights[0] = 5.5;  // only the first is wrong there: now the third is best
  set_standings(all, truth, weights);
  CHECK(all[0].z == doctest::Approx((3 * 0.5 - 5.5 - 0.5) /
                                    std::sqrt(5.5 * 5.5 + 4 * 0.25 + 1)));
  CHECK(all[1].z == doctest::Approx(-2 * 0.5 / std::sqrt(2 * 0.25 + 1)));
  CHECK(all[2].z == 0);
  all[2].votes[0] = kUnlabeled;  // has not said all: nobody's measure
  set_standings(all, truth, weights);
  CHECK(all[2].z == -std::numeric_limits<double>::infinity());
  CHECK(all[1].z == 0);
}

TEST_CASE("who is far behind has no vote but for the two best of the first") {
  const Doubles z = {-4, -3.5, -5, 0, -3.5};
  const auto voters = [&z](std::size_t first) {
    std::vector<bool> found;
    for (std::size_t m = 0; m < z.size(); ++m)
      found.push_back(has_vote(z, first, m));
    return found;
  };
  CHECK(voters(0) == std::vector<bool>{false, false, false, true, false});
  CHECK(voters(3) == std::vector<bool>{true, true, false, true, false});
  CHECK(voters(5) == std::vector<bool>{false, true, false, true, false});
}

TEST_CASE("a second hypothesis leads by its rows, a rare class's for more") {
  // eight rows of class 0 and two of class 1
  const Votes truth = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1};
  Votes misses = truth, invents = truth;
  misses[8] = 0;                // one of the rare class
  invents[0] = invents[1] = 1;  // two of the other
  const std::vector<Candidate> all = {{0, 0, invents}, {0, 1, misses}};
  // weights 1 / sqrt(8) and 1 / sqrt(2), over their mean
  const double common = 1 / std::sqrt(8.0), rare = 1 / std::sqrt(2.0);
  const double mean = (8 * common + 2 * rare) / 10;
  CHECK(lead_of_second(all, truth, 2) ==
        doctest::Approx(
            (2 * common - rare) / mean /
            std::sqrt((2 * common * common + rare * rare) / mean / mean + 1)));
}

TEST_CASE("panels are ahead by kappa, by a test, or by the mean of both") {
  // nothing to test: a kappa 0.2 higher is two standard errors of 0.1
  CHECK(errors_ahead(0.8, 0.6, Lead()) == doctest::Approx(2));
  // 0.2 by kappa and 0 in the mean of rows, both with an error of 0.1
  CHECK(errors_ahead(0.8, 0.6, {0, 10, 100}) ==
        doctest::Approx(0.1 / std::sqrt(0.005)));
  // a test of many rows decides
  const Lead large = {-300, 100, 1e5};
  CHECK(errors_ahead(0.8, 0.6, large) == doctest::Approx(-3).epsilon(0.01));
}

TEST_CASE("a lead is what the rows of a known class gain, and its error") {
  const Votes truth = with_errors(0, 0);
  const Lead found = lead(with_errors(0, 1), with_errors(0, 4), truth,
                          Doubles(truth.size(), 2.0));
  CHECK(found.gain == doctest::Approx(3));
  CHECK(found.error == doctest::Approx(2));
  CHECK(found.rows == 10);
}

}  // namespace
}  // namespace semilin::test
