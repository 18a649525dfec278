// Labels that follow from votes: semilin/learn/voters.h.
#include "semilin/learn/voters.h"

#include <map>

#include "semilin/learn/train.h"

#include "support/problems.h"

namespace semilin::test {
namespace {

constexpr int kVotedTopics = 4;
constexpr Index kTexts = 1000;
constexpr Index kVoted = 600;
const Doubles kRight = {0.6, 0.7, 0.8};

using OneVoter = std::vector<RowVote>;

// Right on a share of the first `rows` rows, and otherwise a topic ahead.
OneVoter annotator(const Topics& corpus, double right, Index rows,
                   std::uint64_t seed) {
  Random random(seed);
  OneVoter votes;
  for (Index i = 0; i < rows; ++i) {
    const std::int32_t truth = corpus.truth[i];
    votes.push_back(
        {i, random.uniform() < right ? truth : (truth + 1) % kVotedTopics});
  }
  return votes;
}

OneVoter by_chance(Index rows) {
  Random random(7);
  OneVoter votes;
  for (Index i = 0; i < rows; ++i)
    votes.push_back({i, static_cast<std::int32_t>(random.below(kVotedTopics))});
  return votes;
}

Topics documents() {
  return topics(kVotedTopics, kTexts, 0, 1);
}

// Annotators of these seeds who are right so often.
Voters annotators(const Topics& corpus, const Doubles& right,
                  const std::vector<std::uint64_t>& seeds) {
  Voters voters;
  for (std::size_t v = 0; v < right.size(); ++v) {
    voters.names.emplace_back(1, static_cast<char>('a' + v));
    voters.votes.push_back(annotator(corpus, right[v], kVoted, seeds[v]));
  }
  return voters;
}

// The share of right labels, of the rows that got one.
double share_right(const Topics& corpus, const VotedLabels& voted) {
  double right = 0, labeled = 0;
  for (Index i = 0; i < kVoted; ++i) {
    right += voted.labels[i] == corpus.truth[i] ? 1 : 0;
    labeled += voted.labels[i] == kUnlabeled ? 0 : 1;
  }
  CHECK(labeled > kVoted / 2);
  return right / labeled;
}

}  // namespace

TEST_CASE("votes and text together are right more often than any voter") {
  const Topics corpus = documents();
  const Voters voters = annotators(corpus, kRight, {60, 70, 80});
  const VotedLabels voted = labels_of_votes(corpus.data, voters);
  const double right = share_right(corpus, voted);
  CHECK(right > 0.9);
  CHECK(voted.rows > 0.98 * kVoted);
  // rows of which nobody speaks have no label
  for (Index i = kVoted; i < kTexts; ++i)
    CHECK(voted.labels[i] == kUnlabeled);
  for (std::size_t v = 0; v < 3; ++v) {
    const VoterFigures& one = voted.voters[v];
    CHECK(one.rows == kVoted);
    CHECK(one.others->share == doctest::Approx(kRight[v]).epsilon(0.1));
    CHECK(one.others->kappa < one.others->share);
    CHECK_FALSE(one.given);
    CHECK_FALSE(one.at_chance);
    for (int k = 0; k < kVotedTopics; ++k) {
      const auto& says = one.says.at(corpus.data.classes[k]);
      for (int of = 0; of < kVotedTopics; ++of)
        CHECK(says.at(corpus.data.classes[of]) ==
              doctest::Approx(of == k                        ? kRight[v]
                              : of == (k + 3) % kVotedTopics ? 1 - kRight[v]
                                                             : 0)
                  .scale(1)
                  .epsilon(0.12));
    }
  }

  // one at chance is not heard, and copies count once
  Voters more = voters;
  more.names.insert(more.names.end(), {"chance", "a again"});
  more.votes.push_back(by_chance(kTexts));
  more.votes.push_back(voters.votes[0]);
  const VotedLabels again = labels_of_votes(corpus.data, more);
  CHECK(again.labels == voted.labels);
  CHECK(again.voters[3].at_chance);
  CHECK(again.voters[4].same_as == "a");
  for (const int unheard : {3, 4})
    CHECK(again.voters[unheard].says.empty());
}

TEST_CASE(
    "a voter that is right by chance is heard if its votes tell anything") {
  // each fourth is right, and all others are of one class
  const Topics corpus = documents();
  Voters voters = annotators(corpus, kRight, {5, 5, 5});
  voters.names.emplace_back("rule");
  OneVoter& rule = voters.votes.emplace_back();
  for (Index i = 0, right = 0; i < kTexts; ++i) {
    if ((corpus.truth[i] == 0 && ++right % 3 == 0) || corpus.truth[i] == 1)
      rule.push_back({i, 0});
  }
  const VotedLabels voted = labels_of_votes(corpus.data, voters);
  CHECK_FALSE(voted.voters[3].at_chance);
  CHECK(voted.voters[3].others->kappa < 0.1);
  CHECK(share_right(corpus, voted) > 0.9);
}

TEST_CASE("a row whose class is in doubt has no label") {
  Topics corpus = documents();
  corpus.data.rows = sparse(MatrixXd::Zero(kTexts, 0));
  const Voters voters = annotators(corpus, {0.8, 0.8}, {1, 2});
  const VotedLabels voted = labels_of_votes(corpus.data, voters);
  Index agreed = 0;
  for (Index i = 0; i < kVoted; ++i) {
    const bool same = voters.votes[0][i].label == voters.votes[1][i].label;
    agreed += same ? 1 : 0;
    CHECK((voted.labels[i] != kUnlabeled) == same);
  }
  CHECK(agreed > kVoted / 2);
  CHECK(agreed < 0.8 * kVoted);
}

TEST_CASE("a voter alone is heard") {
  const Topics corpus = documents();
  const Voters voters = annotators(corpus, {0.9}, {3});
  const VotedLabels alone = labels_of_votes(corpus.data, voters);
  CHECK_FALSE(alone.voters[0].at_chance);
  CHECK(share_right(corpus, alone) > 0.9);
}

TEST_CASE("labels stay as they are, and voters are compared with them") {
  Topics corpus = documents();
  const Voters voters = annotators(corpus, {0.75}, {3});
  for (Index i = 0; i < kVoted; i += 2)
    corpus.data.labels[i] = corpus.truth[i];
  const VotedLabels voted = labels_of_votes(corpus.data, voters);
  for (Index i = 0; i < kVoted; i += 2)
    CHECK(voted.labels[i] == corpus.truth[i]);
  CHECK(voted.rows <= kVoted / 2);
  const auto& given = voted.voters[0].given;
  REQUIRE(given);
  CHECK(given->rows == kVoted / 2);
  CHECK(given->share == doctest::Approx(0.75).epsilon(0.1));
  CHECK(given->kappa ==
        doctest::Approx((given->share - 0.25) / 0.75).epsilon(0.05));
}

// Of each class a rule that names it on most of its rows.
Voters rules(const Topics& corpus) {
  Voters voters;
  for (std::int32_t k = 0; k < kVotedTopics; ++k) {
    voters.names.push_back("rule " + std::to_string(k));
    OneVoter& votes = voters.votes.emplace_back();
    for (const RowVote& one : annotator(corpus, 0.8, kVoted, 11 + k))
      if (one.label == k) votes.push_back(one);
  }
  return voters;
}

TEST_CASE("rules that know one class each are heard by their silence") {
  const Topics corpus = documents();
  CHECK(share_right(corpus, labels_of_votes(corpus.data, rules(corpus))) > 0.9);
}

TEST_CASE("neither chance nor a voter that is always wrong silences rules") {
  const Topics corpus = documents();
  const Voters voters = rules(corpus);
  const double right =
      share_right(corpus, labels_of_votes(corpus.data, voters));
  for (const bool wrong : {false, true}) {
    CAPTURE(wrong);
    Voters more = voters;
    more.names.emplace_back("bad");
    more.votes.push_back(wrong ? annotator(corpus, 0, kVoted, 3)
                               : by_chance(kTexts));
    const VotedLabels voted = labels_of_votes(corpus.data, more);
    CHECK(voted.voters.back().at_chance == !wrong);
    CHECK(voted.voters.back().contradicted == wrong);
    for (int k = 0; k < kVotedTopics; ++k) {
      CHECK_FALSE(voted.voters[k].at_chance);
      CHECK_FALSE(voted.voters[k].contradicted);
      CHECK(std::ranges::count(voted.labels, k) > kVoted / 8);
    }
    CHECK(share_right(corpus, voted) > right - 0.02);
  }
}

TEST_CASE("a rule is compared with what the others say, if they can tell") {
  const Topics corpus = documents();
  Voters voters = rules(corpus);
  voters.names.emplace_back("a");
  voters.votes.push_back(annotator(corpus, 0.8, kVoted, 5));
  std::erase_if(voters.votes.back(),
                [](const RowVote& one) { return one.label == 0; });
  const VotedLabels voted = labels_of_votes(corpus.data, voters);
  CHECK_FALSE(voted.voters[0].others);  // nobody else knows its class
  for (const int k : {1, 2, 3}) {
    REQUIRE(voted.voters[k].others);
    CHECK(voted.voters[k].others->kappa > 0.6);
  }
}

TEST_CASE("seed words are heard with the first votes") {
  const Topics corpus = documents();
  Voters voters = annotators(corpus, kRight, {60, 70, 80});
  Voters words{{"last"}, {voters.votes[2]}};
  std::erase_if(words.votes[0],
                [](const RowVote& one) { return one.label != 3; });
  for (OneVoter& votes : voters.votes)  // nobody names the last class
    std::erase_if(votes, [](const RowVote& one) { return one.label == 3; });
  const auto labels_of_last = [](const VotedLabels& voted) {
    return std::ranges::count(voted.labels, 3);
  };
  CHECK(labels_of_last(labels_of_votes(corpus.data, voters)) == 0);
  const VotedLabels voted = labels_of_votes(corpus.data, voters, 0, words);
  CHECK(labels_of_last(voted) > 50);
  CHECK(share_right(corpus, voted) > 0.9);
  CHECK(voted.voters.size() == 3);  // words are not reported
}

TEST_CASE("labels that can test votes are not heard") {
  Topics corpus = documents();
  const Voters voters = annotators(corpus, kRight, {60, 70, 80});
  const VotedLabels alone = labels_of_votes(corpus.data, voters);
  for (Index i = 0; i < kVoted; i += 3)
    corpus.data.labels[i] = (corpus.truth[i] + 1) % kVotedTopics;  // wrong
  const VotedLabels beside = labels_of_votes(corpus.data, voters);
  CHECK(beside.voted.labels == alone.labels);
  for (Index i = 0; i < kTexts; ++i) {
    const bool given = corpus.data.labels[i] != kUnlabeled;
    CHECK(beside.labels[i] ==
          (given ? corpus.data.labels[i] : alone.labels[i]));
    CHECK(beside.voted.followed[i] ==
          (!given && alone.labels[i] != kUnlabeled ? 1 : 0));
  }
  // labels of one class cannot
  for (Index i = 0; i < kTexts; ++i)
    if (corpus.truth[i] != 1) corpus.data.labels[i] = kUnlabeled;
  CHECK(labels_of_votes(corpus.data, voters).voted.labels != alone.labels);
}

TEST_CASE("class sizes are those of the documents of which nobody speaks") {
  const Topics corpus = documents();
  Voters voters = annotators(corpus, kRight, {5, 5, 5});
  for (OneVoter& votes : voters.votes)  // few of the first class
    std::erase_if(votes, [&](const RowVote& one) {
      return corpus.truth[one.row] == 0 && one.row % 5 > 0;
    });
  const VotedLabels voted = labels_of_votes(corpus.data, voters);
  Doubles left(kVotedTopics);
  for (Index i = 0; i < kTexts; ++i)
    left[corpus.truth[i]] += voted.labels[i] == kUnlabeled ? 1 : 0;
  const double all = left[0] + left[1] + left[2] + left[3];
  CHECK(left[0] > 0.35 * all);
  for (int k = 0; k < kVotedTopics; ++k)
    CHECK(voted.voted.class_sizes[k] ==
          doctest::Approx(left[k] / all).scale(1).epsilon(0.03));
}

TEST_CASE("values below 0 are no text, but a linear model reads them") {
  Topics corpus = documents();
  corpus.data.rows = rows_of(kTexts, kVotedTopics, [&](Index i) -> Entries {
    return {{corpus.truth[i], -1}};
  });
  const Voters voters = annotators(corpus, {0.6, 0.6, 0.6}, {1, 2, 3});
  CHECK(share_right(corpus, labels_of_votes(corpus.data, voters)) > 0.98);
}

TEST_CASE("votes that the data cannot have are refused") {
  Topics corpus = documents();
  const auto refused = [&](OneVoter votes) {
    const Voters voters{{"a"}, std::vector<OneVoter>(1, votes)};
    CHECK_THROWS_AS((void)labels_of_votes(corpus.data, voters), Invalid);
  };
  refused({{kTexts, 0}});
  refused({{-1, 0}});
  refused({{1, 0}, {1, 1}});
  refused({{0, kVotedTopics}});
  const Voters nameless{{}, std::vector<OneVoter>(1)};
  CHECK_THROWS_AS((void)labels_of_votes(corpus.data, nameless), Invalid);
}

TEST_CASE("of many classes the table of a voter lists the most probable") {
  constexpr int kMany = 120;
  const Topics corpus = topics(kMany, 4 * kMany, 0, 1);
  Voters voters{{"all", "half"}, {{}, {}}};
  for (Index i = 0; i < 4 * kMany; ++i) {
    voters.votes[0].push_back({i, corpus.truth[i]});
    if (i % 2 == 0) voters.votes[1].push_back({i, corpus.truth[i]});
  }

  const auto says = labels_of_votes(corpus.data, voters).voters[0].says;

  REQUIRE(says.size() == kMany);
  for (const auto& [named, shares] : says) {
    CHECK(shares.size() <= 101);
    CHECK(shares.at(named) > 0.5);
    CHECK(shares.at("") < 0.05);
  }
}

// 2,000 classes of 17 million features: 700 GB.
TEST_CASE("trainings and votes that no memory holds are refused at once") {
  constexpr Index kMany = 2000;
  Dataset data;
  Voters voters = {.names = {"a"}, .votes = {{}}};
  for (Index i = 0; i < kMany; ++i) {
    data.classes.push_back("c" + std::to_string(i));
    data.labels.push_back(static_cast<std::int32_t>(i));
    voters.votes[0].push_back({i, static_cast<std::int32_t>(i)});
  }
  data.classes = sort_class_names(data.classes);
  data.rows = rows_of(kMany, kMany, [](Index i) {
                return std::map<Index, double>{{i, 1}};
              }).with_cols(Index{1} << 24);
  const auto refused = [&](const auto& use) {
    try {
      use();
      FAIL("not refused");
    } catch (const DataError& error) {
      const std::string said = error.what();
      CAPTURE(said);
      CHECK(said.starts_with("expected a training that fits the "));
      CHECK(
          said.ends_with(" GB: 2,000 rows, 16,777,216 features and 2,000 "
                         "classes"));
    }
  };
  refused([&] { (void)train(data); });
  data.labels.assign(kMany, kUnlabeled);
  refused([&] { (void)labels_of_votes(data, voters); });
}

}  // namespace semilin::test
