#include "learn/committee/ballot.h"

#include <cmath>

#include <doctest/doctest.h>

namespace semilin {
namespace {

using Bools = std::vector<bool>;

// Ten rows; `wrong` of them, from `first` on, have the other class.
Votes with_errors(int first, int wrong) {
  Votes votes = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
  for (int i = first; i < first + wrong; ++i)
    votes[i] = 1 - votes[i];
  return votes;
}

TEST_CASE("a member far from the judge has no vote") {
  const Votes judge = with_errors(0, 0);
  // agreements 1, 0.9 and 0.5: the last is missed by more than 0.1, and of the
  // two that are left the first stands alone
  CHECK(left_out_by(judge,
                    {with_errors(0, 0), with_errors(0, 1), with_errors(5, 5)},
                    2) == Bools{false, true, true});
  // 1, 0.9, 0.9 and 0.8: three are left, and all of them vote
  CHECK(left_out_by(judge,
                    {with_errors(0, 0), with_errors(0, 1), with_errors(3, 1),
                     with_errors(5, 2)},
                    2) == Bools{false, false, false, true});
}

TEST_CASE("those far from the judge who agree with each other keep a vote") {
  const Votes judge = with_errors(0, 0);
  // the last two say the same, and less of the first
  CHECK(left_out_by(judge,
                    {with_errors(0, 0), with_errors(5, 5), with_errors(5, 5)},
                    2) == Bools{false, false, false});
}

TEST_CASE("one alone and equal members all vote") {
  const Votes judge = with_errors(0, 2);
  CHECK(left_out_by(judge, {with_errors(0, 0)}, 2) == Bools{false});
  CHECK(left_out_by(judge, std::vector<Votes>(3, with_errors(0, 0)), 2) ==
        Bools{false, false, false});
}

TEST_CASE("a kind whose members are closer than all others stands alone") {
  const Bools kind = {false, true, true, false};
  const Votes graph = with_errors(0, 0);
  // kappa within the kind 1; of the others with each other and across at most
  // that of 5 errors in 10 rows, 0
  const std::vector<Votes> apart = {with_errors(0, 5), graph, graph,
                                    with_errors(2, 5)};
  CHECK(left_out_by_kind(kind, 2, apart, 2) == Bools{true, true, false, true});
  // 1; of the others with each other 0.4, across 0.7
  const std::vector<Votes> closer = {with_errors(0, 2), graph, graph,
                                     with_errors(5, 1)};
  CHECK(left_out_by_kind(kind, 2, closer, 2) == Bools{true, true, false, true});
  // 1; 0.8 and 0.9: not closer by 0.2
  const std::vector<Votes> near = {with_errors(0, 1), graph, graph, graph};
  CHECK(left_out_by_kind(kind, 2, near, 2) ==
        Bools{false, false, false, false});
  // all the same: no kind is closer
  CHECK(left_out_by_kind(kind, 2, std::vector<Votes>(4, graph), 2) ==
        Bools{false, false, false, false});
}

TEST_CASE("unanimous rows are those on which no member differs") {
  CHECK(unanimous({with_errors(0, 0), with_errors(0, 2), with_errors(1, 2)}) ==
        doctest::Approx(0.7));  // rows 0, 1 and 2 are disputed
  CHECK(unanimous({with_errors(0, 3)}) == 1);
}

TEST_CASE("rounds are fused by exp(20 kappa), the surer class wins") {
  Fusion fusion;
  fusion.add({1, 0, 0.5, 0.5}, 0.1);
  fusion.add({0, 1, 0, 1}, 0.2);
  const std::vector<double> mean = fusion.mean();
  const double first = 1 / (1 + std::exp(2.0));  // weight e^2 to e^4
  CHECK(mean[0] == doctest::Approx(first));
  CHECK(mean[1] == doctest::Approx(1 - first));
  CHECK(mean[2] == doctest::Approx(first / 2));
  CHECK(most_likely(mean, 2) == Votes{1, 1});
  CHECK(most_likely({0.5, 0.5, 0.2, 0.3, 0.3, 0.4}, 2) == Votes{0, 1, 1});
}

}  // namespace
}  // namespace semilin
