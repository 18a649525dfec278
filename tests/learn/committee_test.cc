#include "semilin/learn/committee.h"

#include <cmath>
#include <numeric>

#include "semilin/learn/seed_words.h"

#include "learn/committee/hypotheses.h"
#include "learn/committee/roster.h"
#include "support/graphs.h"
#include "support/training.h"

namespace semilin::test {
namespace {

const CommitteeFigures& figures(const TrainResult& result) {
  return *result.summary.committee;
}

Strings members(const TrainResult& result) {
  Strings names;
  for (const CommitteeMember& member : figures(result).members)
    names.push_back(member.method);
  return names;
}

TrainOptions committee(int threads = 0) {
  TrainOptions options = training_of(kCommittee);
  options.threads = threads;
  return options;
}

constexpr int kTopics = 20;  // so many that the rows count as sparse

/// Documents of 20 topics, of which the last ten are rare; so many of each have
/// labels.
Topics skewed(Index labeled = 2) {
  Topics corpus = topics(kTopics, 800, labeled, 4);
  std::vector<Index> kept;
  int rare = 0;
  for (std::size_t i = 0; i < corpus.truth.size(); ++i) {
    if (corpus.truth[i] >= kTopics / 2 && corpus.data.labels[i] == kUnlabeled &&
        ++rare % 4 != 0)
      continue;
    kept.push_back(static_cast<Index>(i));
  }
  corpus = select(corpus, kept);
  REQUIRE_FALSE(is_dense(corpus.data.rows));
  return corpus;
}

/// The committee of them, trained once.
const TrainResult& trained_on_skewed() {
  static const TrainResult result = train(skewed().data, committee(1));
  return result;
}

/// Points in the plane around three centers: so many of each, of which so many
/// are labeled.
Topics clusters(const std::vector<int>& rows = {100, 100, 100},
                const std::vector<Index>& labeled = {2, 2, 2}) {
  Labels truth;
  for (int i = 0; i < rows[0]; ++i) {
    for (int k = 0; k < 3; ++k)
      if (i < rows[k]) truth.push_back(k);
  }
  return few_labels(clusters_in_plane(truth, 5, 3), truth, labeled);
}

/// Rows of one of forty terms of their class, and maybe of a term that all
/// have, which makes a search for neighbors long; a row of each term has a
/// label.
Topics of_few_terms(Index rows, bool common = false) {
  constexpr Index kTerms = 40;
  const auto terms = [&](Index i) {
    Entries entries;
    if (common) entries.emplace_back(0, 0.1);
    entries.emplace_back(1 + i % 2 * kTerms + i / 2 % kTerms, 1);
    return entries;
  };
  const CsrStore store = rows_of(rows, 1 + 2 * kTerms, terms);
  REQUIRE_FALSE(is_dense(store));
  return few_labels(store, in_turns(rows, 2), {kTerms, kTerms});
}

TEST_CASE("the committee finds the sizes of unequal classes") {
  const Topics corpus = skewed();
  const TrainResult& result = trained_on_skewed();
  CHECK(result.summary.stop == Stop::Converged);
  CHECK(hidden_accuracy(corpus, result.labels) > 0.95);
  const CommitteeFigures& summary = figures(result);
  REQUIRE(summary.members.size() == 3);
  CHECK(members(result) == Strings{"da", "nb-em", "tv-rls"});
  const auto& sizes = result.summary.predicted;
  CHECK(std::accumulate(sizes.begin() + kTopics / 2, sizes.end(), 0.0) ==
        doctest::Approx(0.2).epsilon(0.1));
  CHECK(summary.unanimous > 0.8);
  CHECK(summary.held_out_rows == 2 * kTopics);
  double weight = 0;
  for (const CommitteeMember& member : summary.members) {
    CHECK(member.with.size() == 3);
    CHECK(member.held_out > 0.7);
    weight += member.weight;
  }
  CHECK(weight == doctest::Approx(1));
  for (std::size_t i = 0; i < corpus.truth.size(); ++i) {
    if (corpus.data.labels[i] != kUnlabeled)
      CHECK(result.labels[i] == corpus.data.labels[i]);
    CHECK(result.labels[i] != kUnlabeled);
  }
}

/// Whether the committee tries such sizes for clusters.
bool tries(SizeSource source, const std::vector<int>& rows,
           const std::vector<Index>& labeled) {
  const TrainResult result = train(clusters(rows, labeled).data, committee());
  for (const SizeHypothesis& tried : figures(result).hypotheses)
    if (tried.source == source) return true;
  return false;
}

TEST_CASE("sizes by label shift are tried where labels are no sample") {
  CHECK(!tries(SizeSource::Shifted, {200, 75, 25}, {16, 6, 2}));
  CHECK(tries(SizeSource::Shifted, {200, 75, 25}, {8, 8, 8}));
  CHECK(
      !tries(SizeSource::Shifted, {200, 75, 25}, {1, 1, 1}));  // none held out
}

TEST_CASE("labels of unequal numbers are the sizes, or the estimate is") {
  CHECK(tries(SizeSource::Equal, {100, 100, 100},
              {8, 8, 8}));  // somebody took so many
  CHECK(tries(SizeSource::Equal, {120, 100, 80},
              {10, 8, 6}));  // may be chance: X^2 = 1
  CHECK(!tries(SizeSource::Equal, {200, 75, 25},
               {16, 6, 2}));  // X^2 = 13 > 2 + 2 * 2
  CHECK(tries(SizeSource::Labels, {200, 75, 25}, {16, 6, 2}));
  // no sample of such rows
  const Topics chosen = clusters({100, 100, 100}, {48, 18, 6});
  const TrainResult result = train(chosen.data, committee());
  CHECK(hidden_accuracy(chosen, result.labels) > 0.95);
}

// Of each class but one the three columns that occur in it most, as its words.
SeedRows typical_words(const Topics& corpus, int without = -1) {
  const auto columns = static_cast<std::size_t>(corpus.data.rows.cols());
  std::vector<Doubles> counts(kTopics, Doubles(columns));
  corpus.data.rows.visit([&](const auto& view) {
    for (Index i = 0; i < view.rows; ++i)
      for (const std::int32_t column : view.row_columns(i))
        ++counts[corpus.truth[i]][column];
  });
  std::vector<SeedTerm> terms;
  for (std::int32_t k = 0; k < kTopics; ++k)
    for (int word = 0; word < 3 && k != without; ++word) {
      const auto most = std::ranges::max_element(counts[k]);
      const auto column = most - counts[k].begin();
      terms.push_back({k, {static_cast<std::int32_t>(column)}});
      *most = 0;
    }
  return seed_rows(corpus.data, terms);
}

// The share of the rows of each class without a label in `given` that are
// found.
Doubles found_of(const Topics& corpus, const TrainResult& result,
                 const Labels& given) {
  Doubles found(corpus.data.classes.size()), all(found.size());
  for (std::size_t i = 0; i < corpus.truth.size(); ++i) {
    if (given[i] != kUnlabeled) continue;
    all[corpus.truth[i]] += 1;
    found[corpus.truth[i]] += result.labels[i] == corpus.truth[i] ? 1 : 0;
  }
  for (std::size_t k = 0; k < all.size(); ++k)
    found[k] /= all[k];
  return found;
}

TEST_CASE("a class that only words know, or only labels, does not vanish") {
  for (const bool words : {true, false}) {
    CAPTURE(words);
    Topics corpus = topics(kTopics, 800, 8, 4);
    TrainOptions options = committee();
    options.seeds = typical_words(corpus, words ? -1 : 3);
    for (std::int32_t& label : corpus.data.labels)
      if (words && label == 3) label = kUnlabeled;
    const TrainResult result = train(corpus.data, options);
    CHECK(figures(result).hypotheses.front().evidence == "labels");
    const Doubles found = found_of(corpus, result, corpus.data.labels);
    for (int k = 0; k < kTopics; ++k)
      CHECK(found[k] > 0.8);
  }
}

TEST_CASE("a panel that abstains votes alone if it is interrupted") {
  Topics corpus = topics(kTopics, 800, 8, 4);
  for (std::int32_t& label : corpus.data.labels)
    if (label == 3) label = kUnlabeled;
  TrainOptions options = committee();
  options.seeds = typical_words(corpus);
  int alone = 0;
  for (int votes = 1; votes < 20; ++votes) {  // until the words' panel votes
    int left = votes;
    std::string last;
    const TrainResult result =
        train(corpus.data, options, [&](const ProgressRecord& record) {
          left -= record.stage != last ? 1 : 0;
          last = record.stage;
          return left > 0;
        });
    if (!result.summary.committee) continue;
    const CommitteeFigures& told = figures(result);
    if (told.hypotheses.empty()) continue;
    if (std::ranges::any_of(told.hypotheses, [](const SizeHypothesis& one) {
          return one.evidence == "words" && one.weight > 0;
        }))
      break;
    ++alone;
    CAPTURE(votes);
    CHECK(result.summary.stop == Stop::Interrupted);
    const Doubles& sizes = result.summary.class_sizes;
    CHECK(std::accumulate(sizes.begin(), sizes.end(), 0.0) ==
          doctest::Approx(1));
    for (const double weight : result.model.linear()->weights)
      CHECK(std::isfinite(weight));
  }
  CHECK(alone > 0);
}

TEST_CASE("words that contradict the labels are told") {
  Topics corpus = topics(kTopics, 800, 2, 4);
  TrainOptions options = committee();
  options.seeds = typical_words(corpus);
  CHECK(figures(train(corpus.data, options)).contradictions.empty());
  for (std::int32_t& label : options.seeds.labels)
    label = (label + 1) % kTopics;
  const TrainResult result = train(corpus.data, options);
  REQUIRE(figures(result).contradictions.size() == 1);
  const Contradiction& one = figures(result).contradictions[0];
  CHECK(one.evidence == "words");
  CHECK(one.against == "labels");
  CHECK(one.of == 2 * kTopics);
  CHECK(one.rows > kTopics);
  CHECK(one.given == corpus.data.classes[corpus.data.labels[one.example]]);
}

TEST_CASE("votes, labels and words are panels of the rows that they tell") {
  Topics corpus = topics(kTopics, 800, 2, 4);
  Dataset& data = corpus.data;
  // right on all rows but each fifth
  for (std::size_t i = 0; i < data.labels.size(); ++i) {
    data.voted.labels.push_back(i % 5 == 0 ? kUnlabeled : corpus.truth[i]);
    const bool follows =
        data.labels[i] == kUnlabeled && data.voted.labels[i] != kUnlabeled;
    data.voted.followed.push_back(follows ? 1 : 0);
    if (follows) data.labels[i] = corpus.truth[i];
  }
  const Labels given = given_labels(data);
  CHECK(std::ranges::count(given, kUnlabeled) == 800 - 2 * kTopics);
  const TrainResult result = train(data, committee());
  CHECK(figures(result).hypotheses.front().evidence == "labels");
  CHECK(figures(result).hypotheses.back().evidence == "votes");
  CHECK(figures(result).held_out_rows == 2 * kTopics);
  for (const double found : found_of(corpus, result, given))
    CHECK(found > 0.9);
  // of votes alone, or of labels alone, there is one panel
  std::ranges::fill(data.voted.followed, 0);
  data.voted.labels.assign(800, kUnlabeled);
  CHECK(figures(train(data, committee())).hypotheses[0].evidence == "all");
}

TEST_CASE("a graph that misleads on labels held out is not asked") {
  const Topics corpus = skewed(8);
  TrainOptions options = committee();
  options.graph.graph = misleading_graph(corpus.truth);
  const TrainResult result = train(corpus.data, options);
  const CommitteeFigures& summary = figures(result);
  REQUIRE(summary.members.size() == 3);
  const CommitteeMember& graph = summary.members[2];
  CHECK(graph.method == "tv-rls");
  CHECK_FALSE(graph.asked);
  CHECK(graph.weight == 0);
  CHECK(graph.with.empty());
  CHECK(summary.members[0].asked);
  CHECK(summary.members[0].with.size() == 3);
  CHECK(hidden_accuracy(corpus, result.labels) > 0.9);
}

/// The rows with vectors that say nothing of them.
Dataset with_noise(const Dataset& data) {
  Random random(5);
  return with_vectors(data, 3, [&](Index begin, Index end) {
    return sparse(by_rows(normal(3 * (end - begin), random), 3));
  });
}

TEST_CASE("of documents with vectors the committee asks a graph of each") {
  const Topics corpus = skewed();
  const TrainResult result = train(with_noise(corpus.data), committee());
  CHECK(hidden_accuracy(corpus, result.labels) > 0.9);
  CHECK(members(result) == Strings{"da", "nb-em", "tv-rls", "tv-rls on words"});
  CHECK(figures(result).members[2].held_out < 0.3);
  CHECK(figures(result).members[3].held_out > 0.7);
  CHECK(figures(result).absent.empty());
}

TEST_CASE("a graph that is given is the only one") {
  const Topics corpus = skewed();
  GraphTraining training;
  training.graph = misleading_graph(corpus.truth);
  CHECK(roster_for(with_noise(corpus.data), training).members ==
        std::vector<std::string_view>{"da", "nb-em", "tv-rls"});
}

TEST_CASE("the committee's model says what the committee says") {
  const auto check = [](const Topics& corpus, const TrainResult& result) {
    const Model model = model_from_archive(to_archive(result.model));
    CHECK(hidden_accuracy(corpus, predicted(model, corpus.data.rows)) >=
          hidden_accuracy(corpus, result.labels) - 0.02);
  };
  check(skewed(), trained_on_skewed());
  check(clusters(), train(clusters().data, committee()));
}

TEST_CASE("of many rows the search is approximate, or a member absent") {
  const Dataset data = of_few_terms(110000, true).data;
  GraphTraining training;
  for (const Search search : {Search::Exact, Search::Auto}) {
    training.making.neighbors.search = search;
    const Roster roster = roster_for(data, training);
    const bool exact = search == Search::Exact;
    CHECK(roster.absent == (exact ? "tv-rls" : ""));
    CHECK(roster.members.size() == (exact ? 2 : 3));
    CHECK(roster.approximate == !exact);
  }
}

TEST_CASE("a committee trains on a graph of an approximate search") {
  const Topics corpus = of_few_terms(2000);
  TrainOptions options = committee();
  options.graph.making.neighbors.search = Search::Approximate;
  const TrainResult result = train(corpus.data, options);
  CHECK(figures(result).members.size() == 3);
  // a label is all that tells of its row's term, so that nothing is known of
  // rows that are held out
  CHECK(hidden_accuracy(corpus, result.labels) > 0.9);
}

TEST_CASE("of many rows few hold labels out, unless a graph of all is given") {
  const Topics corpus = of_few_terms(24000);
  TrainOptions options = committee();
  options.class_sizes.source = SizeSource::Equal;  // one hypothesis is enough
  std::vector<Index> searched;  // rows so far, by each record
  const auto hear = [&searched](const ProgressRecord& record) {
    if (record.stage == "neighbors") searched.push_back(record.iteration);
    return searched.empty() || searched.back() <= 20080;
  };
  const TrainResult found = train(corpus.data, options, hear);
  REQUIRE(!searched.empty());
  CHECK_FALSE(std::is_sorted(searched.begin(), searched.end()));  // two
  CHECK(searched.back() > 20080);
  CHECK(found.summary.stop == Stop::Interrupted);
  searched.clear();
  options.graph.graph = misleading_graph(corpus.truth);
  const TrainResult given = train(corpus.data, options, hear);
  CHECK(searched.empty());
  CHECK(figures(given).held_out_rows == 80);
  CHECK(figures(given).members[2].method == "tv-rls");
}

TEST_CASE("a handful of rows is enough for the committee") {
  const auto row = [](Index i) -> Entries { return {{i % 3 == 0 ? 0 : 1, 1}}; };
  const Topics corpus = few_labels(rows_of(4, 2, row), {0, 1, 1, 0}, {1, 2});
  CHECK(train(corpus.data, committee()).labels == corpus.truth);
}

TEST_CASE("of dense rows the committee is balanced in kind") {
  const Topics corpus = clusters();
  const TrainResult result = train(corpus.data, committee());
  CHECK(hidden_accuracy(corpus, result.labels) > 0.95);
  CHECK(members(result) == Strings{"da", "svm", "lap-rls", "tv-rls"});
  REQUIRE(result.model.kernel() != nullptr);
  CHECK(result.model.kernel()->metric == Metric::Euclidean);
}

TEST_CASE("the committee keeps to class sizes that are asked for") {
  const Topics corpus = skewed();
  TrainOptions options = committee();
  options.class_sizes.source = SizeSource::Equal;
  const TrainResult result = train(corpus.data, options);
  REQUIRE(figures(result).hypotheses.size() == 1);
  CHECK(figures(result).chosen == SizeSource::Equal);
  CHECK(result.summary.class_sizes[1] == doctest::Approx(1.0 / kTopics));
}

TEST_CASE("labels held out count by the sizes of each hypothesis") {
  const Topics corpus = skewed();
  const TrainOptions options = committee(1);
  OutputBatch batch(corpus.data, options.linear, {});
  const Roster roster = roster_for(corpus.data, options.graph);
  const std::vector<Member> members =
      make_members(roster, corpus.data, options,
                   std::make_shared<Graphs>(roster, options.graph, 1));
  Doubles equal(kTopics, 1.0 / kTopics), unequal(kTopics, 0.5 / (kTopics - 1));
  unequal[0] = 0.5;
  const Hypothesis tried[] = {{SizeSource::Equal, {equal, 1}},
                              {SizeSource::Given, {unequal, 1}}};
  const HeldOutVotes found = hold_out_votes(batch, members, roster, tried, {});
  REQUIRE(found.weights.size() == 2);
  for (const std::size_t h : {0, 1}) {
    Doubles sums(kTopics);
    for (std::size_t i = 0; i < found.truth.size(); ++i)
      sums[found.truth[i]] += found.weights[h][i];
    for (int k = 0; k < kTopics; ++k)
      CHECK(sums[k] == doctest::Approx(tried[h].sizes.sizes[k]));
  }
}

TEST_CASE("the committee gives the same bits for any number of threads") {
  const Topics corpus = skewed();
  const TrainResult& one = trained_on_skewed();
  const TrainResult three = train(corpus.data, committee(3));
  CHECK(one.model.linear()->weights == three.model.linear()->weights);
  CHECK(one.labels == three.labels);
}

TEST_CASE("without unlabeled rows, or their weight, the committee is the SVM") {
  Topics corpus = skewed();
  TrainOptions options = committee();
  for (const bool labeled : {false, true}) {
    options.linear.lambda_u = labeled ? 1 : 0;
    if (labeled) corpus.data.labels = corpus.truth;
    const TrainResult result = train(corpus.data, options);
    CHECK(result.model.linear()->weights == result.supervised.weights);
    CHECK_FALSE(result.summary.committee);
    if (labeled) CHECK(result.labels == corpus.truth);
  }
}

TEST_CASE("an interrupted committee hands out the supervised SVM") {
  const Topics corpus = skewed();
  for (const int steps : {1, 5, 0}) {  // 0: until neighbors are searched
    int left = steps, neighbors = 0;
    const TrainResult result =
        train(corpus.data, committee(), [&](const ProgressRecord& record) {
          neighbors += record.stage == "neighbors" ? 1 : 0;
          return steps > 0 ? --left > 0 : neighbors == 0;
        });
    CHECK(result.summary.stop == Stop::Interrupted);
    CHECK(result.model.linear()->weights == result.supervised.weights);
    for (const std::int32_t label : result.labels)
      CHECK(label != kUnlabeled);
    if (steps > 0) continue;
    CHECK(neighbors == 1);
    CHECK(figures(result).members.empty());
  }
}

}  // namespace
}  // namespace semilin::test
