// The committee on rows that several ranks hold, beside a single one.

#include "semilin/learn/seed_words.h"
#include "semilin/learn/train.h"

#include "support/rank_threads.h"
#include "support/training.h"

// NOLINTNEXTLINE(google-build-using-namespace): a test
using namespace semilin;

namespace {

constexpr int kTopicCount = 3;
constexpr Index kWordsOfTopic = 60;

// Each topic has words of its own, beside 2000 others.
test::Topics many_documents(Index documents, Index labeled) {
  Random random(4);
  constexpr Index kWords = kTopicCount * kWordsOfTopic + 2000;
  const auto document = [&](Index i) {
    std::map<Index, double> words;
    while (words.size() < 12)
      words[words.size() % 3 == 0
                ? i % kTopicCount * kWordsOfTopic + random.below(kWordsOfTopic)
                : random.below(kWords)] = 0.3;
    return words;
  };
  return test::few_labels(test::rows_of(documents, kWords, document),
                          test::in_turns(documents, kTopicCount),
                          std::vector<Index>(kTopicCount, labeled));
}

TrainOptions committee_with(SeedRows seeds) {
  TrainOptions options = test::one_thread(kCommittee);
  options.seeds = std::move(seeds);
  return options;
}

SeedRows three_words_of_each(const Dataset& data) {
  std::vector<SeedTerm> terms;
  for (std::int32_t k = 0; k < kTopicCount; ++k)
    for (std::int32_t word = 0; word < 3; ++word)
      terms.push_back(
          {k, {static_cast<std::int32_t>(kWordsOfTopic * k + word)}});
  return seed_rows(data, terms);
}

// The result of rank 0, with the labels of all.
TrainResult trained_on_ranks(const Dataset& data, const TrainOptions& options,
                             int size) {
  std::vector<TrainResult> results(size);
  test::run_ranks(size, [&](const Ranks& ranks) {
    TrainResult& own = results[ranks.rank()];
    own = train(part_of(data, ranks), options);
    own.labels = ranks.shared(std::span<const std::int32_t>(own.labels));
  });
  for (const TrainResult& one : results)
    CHECK(one.model.linear()->weights == results[0].model.linear()->weights);
  return std::move(results[0]);
}

void check_like(const TrainResult& many, const TrainResult& one) {
  CHECK(test::share_equal(many.labels, one.labels) >= 0.999);
  CHECK(many.summary.labeled == one.summary.labeled);
  CHECK(many.summary.held_out.accuracy ==
        doctest::Approx(one.summary.held_out.accuracy));
  const CommitteeFigures& a = *many.summary.committee;
  const CommitteeFigures& b = *one.summary.committee;
  CHECK(a.chosen == b.chosen);
  CHECK(a.unanimous == doctest::Approx(b.unanimous).epsilon(1e-3));
  CHECK(a.held_out_rows == b.held_out_rows);
  REQUIRE(a.members.size() == b.members.size());
  for (std::size_t m = 0; m < a.members.size(); ++m) {
    CHECK(a.members[m].method == b.members[m].method);
    CHECK(a.members[m].weight ==
          doctest::Approx(b.members[m].weight).epsilon(0.01));
  }
  REQUIRE(a.hypotheses.size() == b.hypotheses.size());
  for (std::size_t h = 0; h < a.hypotheses.size(); ++h) {
    CHECK(a.hypotheses[h].source == b.hypotheses[h].source);
    CHECK(a.hypotheses[h].evidence == b.hypotheses[h].evidence);
  }
}

}  // namespace

TEST_CASE("ranks hold the election of a single one") {
  for (const Index labeled : {0, 3}) {
    for (const bool words : {false, true}) {
      if (labeled == 0 && !words) continue;
      const Dataset data = many_documents(300, labeled).data;
      const TrainOptions options =
          committee_with(words ? three_words_of_each(data) : SeedRows{});
      const TrainResult one = train(data, options);
      for (const int size : {2, 3}) {
        CAPTURE(labeled);
        CAPTURE(words);
        CAPTURE(size);
        check_like(trained_on_ranks(data, options, size), one);
      }
    }
  }
}

TEST_CASE("a committee of ranks refuses negative values at once") {
  Dataset data = many_documents(2100, 600).data;  // lambda is searched for
  const CsrStore one =
      test::rows_of(1, data.rows.cols(), [](Index) -> test::Entries {
        return {{5, -1}};
      });
  data = with_seeds(data, {one, {0}, {1}});
  data.seeds = 0;
  std::vector<int> records(2);
  CHECK_THROWS_AS(test::run_ranks(2,
                                  [&](const Ranks& ranks) {
                                    (void)train(part_of(data, ranks),
                                                committee_with({}),
                                                [&](const ProgressRecord&) {
                                                  ++records[ranks.rank()];
                                                  return true;
                                                });
                                  }),
                  std::invalid_argument);
  CHECK(records == std::vector<int>{0, 0});
}

TEST_SUITE("slow") {
  TEST_CASE("ranks try hypotheses on the sample of a single one") {
    const Dataset data = many_documents(20500, 10).data;
    const TrainOptions options = committee_with({});
    const TrainResult one = train(data, options);
    const TrainResult many = trained_on_ranks(data, options, 2);
    check_like(many, one);
    CHECK(many.model.linear()->weights == one.model.linear()->weights);
  }
}
