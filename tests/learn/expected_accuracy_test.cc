#include "semilin/learn/expected_accuracy.h"

#include "semilin/learn/suggest.h"

#include "learn/sampled_share.h"
#include "support/training.h"

namespace semilin::test {
namespace {

// What is expected of a training, and how often it is right.
struct Expected : ExpectedAccuracy {
  Expected(const Topics& corpus, const TrainOptions& options,
           const TrainResult& result, const Doubles& drawn)
      : ExpectedAccuracy(
            expected_accuracy(corpus.data, options, result, drawn)),
        truth(hidden_accuracy(corpus,
                              predicted(result.model, corpus.data.rows))) {}
  double truth;
};
Expected expected(const Topics& corpus, const TrainOptions& options,
                  const Doubles& drawn = {}) {
  return {corpus, options, train(corpus.data, options), drawn};
}

void check_order(const Share& share) {
  CHECK(0 <= share.low);
  CHECK(share.low <= share.value);
  CHECK(share.value <= share.high);
  CHECK(share.high <= 1);
}

TEST_CASE("Wilson's interval of 10 rows right of 10, and of 5") {
  // z^2 = 3.8415: 1 / (1 + z^2 / 10) = 0.7225
  const Share all = wilson(1, 10);
  CHECK(all.value == 1);
  CHECK(all.low == doctest::Approx(0.7225).epsilon(1e-4));
  CHECK(all.high == doctest::Approx(1));
  const Share half = wilson(0.5, 10);
  CHECK(half.low == doctest::Approx(0.2366).epsilon(1e-3));
  CHECK(half.high == doctest::Approx(0.7634).epsilon(1e-3));
}

TEST_CASE("rows that models of folds predict are worth fewer") {
  Sample sample{Doubles(40, 1), Doubles(40, 1), Doubles(40, 0.5), 0, 5};
  const Share all = regressed(sample, 0.5);
  // 1 + 5 / (5 - 1) = 2.25, and Student's t for 40 rows
  const double quantile = kZ + (kZ * kZ * kZ + kZ) / (4 * 39);
  CHECK(all.low == doctest::Approx(1 / (1 + quantile * quantile * 2.25 / 40)));
  std::fill_n(sample.right.begin(), 20, 0);
  const Share half = regressed(sample, 0.5);
  sample.folds = 2;  // 1 + 2 / (2 - 1) = 3
  const Share less = regressed(sample, 0.5);
  CHECK(half.value == 0.5);
  CHECK(half.low < 0.5 - 1.4 * (0.5 - wilson(0.5, 40).low));
  CHECK(less.low < half.low);
}

TEST_CASE("a sample by strata tells the accuracy") {
  // 6 of 8 rows for 0.1, 2 of 2 for 0.5: (60 + 4) / (80 + 4)
  Labels truth = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0};
  Labels said = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1};
  Doubles drawn(8, 0.1);
  drawn.insert(drawn.end(), {0.5, 0.5, 0, 0});
  const Share share = sampled_accuracy(truth, said, drawn);
  CHECK(share.value == doctest::Approx(64.0 / 84));
  check_order(share);
  CHECK(share.low > 0.4);
  CHECK(share.high < 1);
  truth[0] = kUnlabeled;
  CHECK(sampled_accuracy(truth, said, drawn).value ==
        doctest::Approx(54.0 / 74));
  CHECK_THROWS_AS((void)sampled_accuracy(truth, said, {}), Invalid);
}

TEST_CASE("the interval of the expected accuracy holds the true one") {
  constexpr int kDraws = 20;
  for (const std::string_view method : {kSvm, kDa}) {
    int held = 0;
    for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
      const Topics corpus = topics(3, 400, 8, seed);
      const Expected found = expected(corpus, one_thread(method));
      check_order(found.model);
      check_order(found.supervised);
      CHECK(found.held_out.size() == 24);
      CHECK(found.worth == doctest::Approx(24).epsilon(1e-3));
      held += found.model.low <= found.truth && found.truth <= found.model.high;
    }
    CHECK(held >= 18);
  }
}

// Each labeled row two to five times.
Topics with_copies(const Topics& corpus) {
  std::vector<Index> rows;
  for (Index i = 0; i < corpus.data.rows.rows(); ++i)
    rows.insert(rows.end(),
                corpus.data.labels[i] == kUnlabeled
                    ? 1U
                    : 2U + static_cast<std::size_t>(i) % 4U,
                i);
  return select(corpus, rows);
}

// Three in five rows lose their features.
Topics with_empty_rows(Topics corpus, std::uint64_t seed) {
  Random random(seed);
  corpus.data.rows.visit([&](const auto& view) {
    corpus.data.rows = rows_of(view.rows, view.cols, [&](Index i) {
      Entries entries;
      if (random.uniform() < 0.6) return entries;
      for (std::size_t e = 0; e < view.row_columns(i).size(); ++e)
        entries.emplace_back(view.row_columns(i)[e], view.row_values(i)[e]);
      return entries;
    });
  });
  return corpus;
}

TEST_CASE("neither copies nor empty rows mislead the expected accuracy") {
  constexpr int kDraws = 20;
  int with_repeats = 0, with_empty = 0;
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
    const Topics corpus = topics(3, 400, 8, seed);
    const auto holds = [](const Topics& given) {
      const Expected found = expected(given, one_thread(kSvm));
      return found.model.low <= found.truth && found.truth <= found.model.high;
    };
    with_repeats += holds(with_copies(corpus)) ? 1 : 0;
    with_empty +=
        holds(with_empty_rows(topics(3, 400, 20, seed), seed)) ? 1 : 0;
  }
  CHECK(with_repeats >= 18);
  CHECK(with_empty >= 18);
}

TEST_CASE("two classes of two labels each are enough") {
  const Expected found = expected(topics(2, 60, 2, 1), one_thread(kSvm));
  check_order(found.model);
  REQUIRE(found.held_out.size() == 4);
  double sum = 0;
  for (const HeldOutRow& one : found.held_out)
    sum += one.weight;
  CHECK(sum == doctest::Approx(1));
}

TEST_CASE("labels of disputed rows do not mislead it") {
  double off = 0;
  constexpr int kDraws = 8;
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
    Topics corpus = topics(4, 800, 3, seed);
    Doubles drawn(corpus.truth.size(), 0.0);
    const TrainOptions options = one_thread(kSvm);
    const TrainResult first = train(corpus.data, options);
    const Suggestions next = suggest(first.model, corpus.data,
                                     {80, LabelUse::Training, 0.5, seed, 1});
    for (const Suggestion& one : next.rows) {
      corpus.data.labels[one.row] = corpus.truth[one.row];
      drawn[one.row] = one.probability;
    }
    const Expected found = expected(corpus, options, drawn);
    CHECK(found.worth < 92);
    off += (found.model.value - found.truth) / kDraws;
  }
  CHECK(std::abs(off) < 0.04);
}

TEST_CASE("rows weigh what they were drawn with") {
  const Topics corpus = topics(2, 100, 10, 1);
  Doubles drawn(100, 0.0);
  double first = 0, second = 0;
  for (std::size_t i = 0; i < drawn.size(); ++i)
    if (corpus.data.labels[i] != kUnlabeled)
      drawn[i] = corpus.data.labels[i] == 0 ? 0.1 : 0.4;
  const Expected found = expected(corpus, one_thread(kSvm), drawn);
  for (const HeldOutRow& one : found.held_out)
    (corpus.data.labels[one.row] == 0 ? first : second) += one.weight;
  CHECK(first == doctest::Approx(0.8));
  CHECK(second == doctest::Approx(0.2));
  // (10 * 10 + 10 * 2.5)^2 / (10 * 100 + 10 * 6.25)
  CHECK(found.worth == doctest::Approx(15625.0 / 1062.5));
  REQUIRE(found.classes.size() == 2);
  for (const auto& one : found.classes) {
    REQUIRE(one);
    check_order(*one);
  }
}

TEST_CASE("a graph method and a committee are expected to be right, too") {
  const Topics corpus = topics(3, 150, 5, 3);
  for (const TrainOptions& options :
       {one_thread(kTvRls), one_thread(kCommittee)}) {
    const Expected found = expected(corpus, options);
    check_order(found.model);
    CHECK(found.held_out.size() == 15);
    CHECK(found.model.high >= found.truth);
  }
}

TEST_CASE("an end on the way, one class with rows to leave out") {
  Topics corpus = topics(2, 60, 4, 1);
  const TrainOptions options = one_thread(kDa);
  const TrainResult result = train(corpus.data, options);
  for (const TrainOptions& kind : {options, graph_training(kTvRls)})
    CHECK(expected_accuracy(corpus.data, kind, train(corpus.data, kind), {},
                            stop_at_once)
              .held_out.empty());
  CHECK_THROWS_AS(
      (void)expected_accuracy(corpus.data, options, result, Doubles(3, 1.0)),
      Invalid);
  Index seen = 0;
  for (std::int32_t& label : corpus.data.labels)
    if (label == 1 && ++seen > 1) label = kUnlabeled;
  CHECK_THROWS_AS((void)expected_accuracy(corpus.data, options, result),
                  DataError);
}

}  // namespace
}  // namespace semilin::test
