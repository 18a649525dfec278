// Rows made of words: semilin/learn/seed_words.h and TrainOptions::seeds.
#include "semilin/learn/expected_accuracy.h"
#include "semilin/learn/seed_words.h"

#include "support/training.h"

namespace semilin::test {
namespace {

constexpr int kSubjects = 4;
constexpr Index kDocuments = 600;

// Topic k has the words 30 k ... 30 k + 29, of which four tell it.
std::vector<SeedTerm> words_of_topics() {
  std::vector<SeedTerm> terms;
  for (std::int32_t k = 0; k < kSubjects; ++k)
    for (std::int32_t word = 0; word < 4; ++word)
      terms.push_back({k, {30 * k + word}});
  return terms;
}

TrainOptions with_words(
    const Dataset& data, std::string_view method,
    const std::vector<SeedTerm>& words = words_of_topics()) {
  TrainOptions options = one_thread(method);
  options.seeds = seed_rows(data, words);
  return options;
}

// Documents of which so many of each topic have a label.
Topics documents_of(Index labeled) {
  return topics(kSubjects, kDocuments, labeled, 7);
}

TEST_CASE("a word has a row, and those of a class cost as much as a label") {
  Dataset data;
  data.rows = rows_of(4, 4, [](Index i) {
    const Index second = i == 1 ? 2 : 1;
    const double value = i == 3 ? 2 : 2 / std::sqrt(2.0);
    return i == 3 ? Entries{{0, value}} : Entries{{0, value}, {second, value}};
  });
  data.labels.assign(4, kUnlabeled);
  data.classes = {"a", "b", "c"};
  // 0 is in all rows, 3 in none
  const std::vector<SeedTerm> terms = {
      {0, {1}}, {0, {2}}, {1, {2}}, {1, {0}}, {2, {3}}, {0, {1, 2}}, {0, {1}}};
  const Voters voters = voters_of(data, terms);
  REQUIRE(voters.votes.size() == terms.size());
  CHECK(voters.votes[3].size() == 4);
  CHECK(voters.votes[4].empty());
  CHECK(voters.votes[5].empty());  // no row has both
  for (const RowVote& one : voters.votes[1]) {
    CHECK(one.row == 1);
    CHECK(one.label == 0);
  }
  const SeedRows seeds = seed_rows(data, terms);
  CHECK(seeds.labels == std::vector<std::int32_t>{0, 0, 0, 1});
  CHECK(seeds.costs == Doubles{1.0 / 3, 1.0 / 3, 1.0 / 3, 1});
  const double first = std::log(2.0), second = std::log(4.0);
  const double length = std::hypot(first, second);
  const std::vector<std::pair<std::int32_t, double>> expected = {
      {1, 2},
      {1, 2 * first / length},
      {2, 2 * second / length},
      {2, 2},
      {2, 2}};
  seeds.rows.visit([&](const auto& view) {
    REQUIRE(view.nonzeros() == std::ssize(expected));
    for (std::size_t e = 0; e < expected.size(); ++e) {
      CHECK(view.columns[e] == expected[e].first);
      CHECK(view.values[e] == doctest::Approx(expected[e].second));
    }
  });
  const SeedCounts counts = count_seeds(data, terms);
  CHECK(counts.terms == std::vector<Index>{2, 1, 1, 4, 0, 0, 2});
  CHECK(counts.classes == std::vector<Index>{3, 4, 0});
  CHECK_THROWS_AS((void)seed_rows(data, std::vector<SeedTerm>{{3, {1}}}),
                  Invalid);
  CHECK_THROWS_AS((void)seed_rows(data, std::vector<SeedTerm>{{0, {4}}}),
                  Invalid);
}

TEST_CASE("terms are suggested that many rows of a class hold and few others") {
  // 0 is in all rows of class 0, 1 in two of them, 2 in three of class 1, 3 in
  // one of each
  const std::vector<std::vector<Index>> rows = {{0, 1, 4}, {0, 1, 4}, {0, 4},
                                                {0, 4},    {2, 4},    {2, 4},
                                                {2, 4},    {0, 4},    {3}};
  const CsrStore store = rows_of(9, 5, [&](Index i) {
    Entries entries;
    for (const Index column : rows[i])
      entries.emplace_back(column, 1);
    return entries;
  });
  const Labels labels = {0, 0, 0, 0, 1, 1, 1, 1, kUnlabeled};
  const auto columns = [&](const std::vector<bool>& allowed, Index count) {
    std::vector<std::int32_t> found;
    for (const SuggestedTerm& one :
         suggest_terms(store, labels, 2, allowed, count))
      found.push_back(10 * one.label + one.column);
    return found;
  };
  using Found = std::vector<std::int32_t>;
  const std::vector<bool> all(5, true);
  CHECK(columns(all, 9) == Found{0, 1, 12});
  CHECK(columns(all, 1) == Found{0, 12});
  CHECK(columns({false, true, true, true, false}, 9) == Found{1, 12});
  const SuggestedTerm first = suggest_terms(store, labels, 2, all, 1)[0];
  CHECK(first.rows == 5);
  CHECK(first.share == doctest::Approx(0.8));
  CHECK_THROWS_AS((void)suggest_terms(store, labels, 2, {}, 1), Invalid);
}

TEST_CASE("words train every method without a label, and are no rows") {
  const Topics corpus = documents_of(0);
  for (const Method& method : methods()) {
    CAPTURE(method.name);
    const TrainResult result =
        train(corpus.data, with_words(corpus.data, method.name));
    CHECK(result.labels.size() == corpus.truth.size());
    CHECK(result.summary.rows == kDocuments);
    CHECK(result.summary.labeled == 0);
    CHECK(result.summary.held_out_rows == 0);
    CHECK(result.summary.nonzeros == corpus.data.rows.nonzeros());
    CHECK_FALSE(result.summary.fell_back);
    CHECK_FALSE(result.summary.labels_sampled);
    if (method.semisupervised)
      CHECK(share_equal(result.labels, corpus.truth) > 0.6);
  }
  CHECK_THROWS_AS((void)train(corpus.data), DataError);
  TrainOptions as_labels = with_words(corpus.data, kDa);
  as_labels.class_sizes.source = SizeSource::Labels;
  CHECK_THROWS_AS((void)train(corpus.data, as_labels), DataError);
}

TEST_CASE("naive Bayes starts from words, not from a document beside them") {
  Topics corpus = documents_of(0);  // each topic's label is of another
  for (std::int32_t k = 0; k < kSubjects; ++k)
    corpus.data.labels[k] = (corpus.truth[k] + kSubjects - 1) % kSubjects;
  const TrainResult result = train(corpus.data, with_words(corpus.data, kNbEm));
  CHECK(share_equal(result.labels, corpus.truth) > 0.9);
}

// The class sizes of the first hypothesis of a panel.
Doubles first_sizes(const TrainResult& result, const std::string& evidence) {
  for (const SizeHypothesis& one : result.summary.committee->hypotheses)
    if (one.evidence == evidence) return one.sizes;
  return {};
}

// The weight of each panel of a committee.
std::map<std::string, double> panel_weights(const TrainResult& result) {
  std::map<std::string, double> weights;
  for (const SizeHypothesis& one : result.summary.committee->hypotheses)
    weights[one.evidence] += one.weight;
  return weights;
}

TEST_CASE("words that mislead are tested by the labels they do not know") {
  const Topics corpus = documents_of(20);
  std::vector<SeedTerm> words = words_of_topics();
  for (SeedTerm& word : words)  // each names the topic before
    word.label = (word.label + kSubjects - 1) % kSubjects;
  const TrainResult result =
      train(corpus.data, with_words(corpus.data, kCommittee, words));
  CHECK(share_equal(result.labels, corpus.truth) > 0.9);
  std::map<std::string, double> weights = panel_weights(result);
  CHECK(weights["labels"] > 10 * weights["words"]);
}

TEST_CASE("labels that say nothing do not drown words: each has a panel") {
  Topics corpus = documents_of(0);
  for (std::int32_t k = 0; k < kSubjects; ++k)  // all of topic 0
    corpus.data.labels[k * kSubjects] = k;
  const TrainResult result =
      train(corpus.data, with_words(corpus.data, kCommittee));
  CHECK(share_equal(result.labels, corpus.truth) > 0.9);
  std::map<std::string, double> weights = panel_weights(result);
  CHECK(weights.size() == 2);
  CHECK(weights["words"] > 10 * weights["labels"]);
}

TEST_CASE("a panel begins as a run that has its evidence alone") {
  const Topics corpus = documents_of(3);
  const TrainOptions both = with_words(corpus.data, kCommittee);
  TrainOptions alone = both;
  alone.seeds = {};
  Dataset without_labels = corpus.data;
  std::fill(without_labels.labels.begin(), without_labels.labels.end(),
            kUnlabeled);
  const TrainResult result = train(corpus.data, both);
  const TrainResult by_words = train(without_labels, both);
  const TrainResult by_labels = train(corpus.data, alone);
  CHECK(first_sizes(result, "words") == first_sizes(by_words, "all"));
  CHECK(first_sizes(result, "labels") == first_sizes(by_labels, "all"));
  for (const TrainResult& one : {by_words, by_labels}) {
    CHECK(first_sizes(one, "words").empty());
    CHECK(first_sizes(one, "labels").empty());
  }
}

TEST_CASE(
    "a panel leaves out classes that it does not know, if one knows all") {
  Topics corpus = documents_of(3);
  std::vector<SeedTerm> words = words_of_topics();
  std::erase_if(words, [](const SeedTerm& term) { return term.label == 0; });
  const auto trained = [&] {
    return train(corpus.data, with_words(corpus.data, kCommittee, words));
  };
  const Doubles sizes = first_sizes(trained(), "words");
  REQUIRE(sizes.size() == kSubjects);
  CHECK(sizes[0] == 0);
  CHECK(std::ranges::count(sizes, 0.0) == 1);
  // labels complete the words, and words the labels: there is one panel
  for (std::int32_t& label : corpus.data.labels)
    if (label == 1) label = kUnlabeled;
  const TrainResult completed = trained();
  CHECK(first_sizes(completed, "words").empty());
  CHECK_FALSE(first_sizes(completed, "all").empty());
}

TEST_CASE("a class without words starts from its labels") {
  Topics corpus = documents_of(0);
  std::vector<SeedTerm> words = words_of_topics();
  std::erase_if(words, [](const SeedTerm& term) { return term.label == 0; });
  for (Index i = 0; i < 3 * kSubjects; i += kSubjects)
    corpus.data.labels[i] = 0;
  TrainOptions options = with_words(corpus.data, kNbEm, words);
  options.class_sizes.source = SizeSource::Equal;
  CHECK(share_equal(train(corpus.data, options).labels, corpus.truth) > 0.9);
}

TEST_CASE("words are held out of nothing and count in no class size") {
  Topics corpus = documents_of(4);
  const Dataset& data = corpus.data;
  for (const std::string_view method : {kSvm, kDa, kTvRls, kNbEm}) {
    CAPTURE(method);
    TrainOptions options = with_words(data, method);
    Trainer trainer(data, options);
    TrainResult result = trainer.train();
    CHECK(result.summary.labeled == 4 * kSubjects);
    CHECK(result.summary.held_out_rows <= 4 * kSubjects);
    for (Index i = 0; i < kDocuments; ++i)
      if (data.labels[i] != kUnlabeled)
        CHECK(result.labels[i] == data.labels[i]);
    trainer.calibrate(result);
    CHECK(result.model.head().calibration.slopes.size() > 0);
    CHECK(trainer.train_on(data.labels).labels == result.labels);
  }
  TrainOptions options = with_words(data, kDa);
  options.class_sizes.source = SizeSource::Labels;
  const TrainResult as_labels = train(data, options);
  for (const double size : as_labels.summary.class_sizes)
    CHECK(size == doctest::Approx(1.0 / kSubjects));
  const TrainResult result = train(data, with_words(data, kDa));
  const ExpectedAccuracy expected =
      expected_accuracy(data, with_words(data, kDa), result, {});
  CHECK(expected.held_out.size() == 4 * kSubjects);
}

TEST_CASE("rows of words are in no fold") {
  const Topics corpus = documents_of(3);
  const Dataset joined =
      with_seeds(corpus.data, seed_rows(corpus.data, words_of_topics()));
  CHECK(joined.rows.rows() == kDocuments + 4 * kSubjects);
  CHECK(joined.documents() == kDocuments);
  CHECK(few_folds(joined).rows == few_folds(corpus.data).rows);
  CHECK(few_folds(joined).fold == few_folds(corpus.data).fold);
  CHECK(leave_one_out(joined).rows == leave_one_out(corpus.data).rows);
}

}  // namespace
}  // namespace semilin::test
