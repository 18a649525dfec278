#include "semilin/learn/suggest.h"

#include "solvers/simplex.h"
#include "support/training.h"

namespace semilin::test {
namespace {

Model model_of(const Dataset& data, bool probabilities = false) {
  TrainOptions options = one_thread(kDa);
  Trainer trainer(data, options);
  TrainResult result = trainer.train();
  if (probabilities) trainer.calibrate(result);
  return result.model;
}

SuggestOptions options_of(Index count, LabelUse use = LabelUse::Training,
                          std::uint64_t seed = 1) {
  return {count, use, {}, seed, 1};
}

// How many rows are drawn by chance, which others than those chosen are not
// certain to be.
Index by_chance(std::span<const Suggestion> rows) {
  Index count = 0;
  for (const Suggestion& one : rows) {
    CHECK((one.from == DrawnFrom::All) == (one.probability < 1));
    count += one.from == DrawnFrom::All ? 1 : 0;
  }
  return count;
}

// Every fourth label is the next class's.
void spoil_fourth(Dataset& data) {
  const auto classes = static_cast<std::int32_t>(data.classes.size());
  Index seen = 0;
  for (std::int32_t& label : data.labels)
    if (label != kUnlabeled && ++seen % 4 == 0) label = (label + 1) % classes;
}

TEST_CASE("suggestions are unlabeled rows, each once, at most half disputed") {
  auto corpus = topics(3, 400, 8, 1);
  spoil_fourth(corpus.data);
  const Model model = model_of(corpus.data);
  const Suggestions found = suggest(model, corpus.data, options_of(20));
  REQUIRE(found.rows.size() == 20);
  CHECK(found.members == Strings{"model", "svm", "nb-em"});
  CHECK(found.unlabeled == 400 - corpus.data.labeled());
  REQUIRE(found.disputed >= 20);
  std::set<Index> rows;
  for (const Suggestion& one : found.rows) {
    CHECK(corpus.data.labels[one.row] == kUnlabeled);
    rows.insert(one.row);
    REQUIRE(one.opinions.size() == 3);
    const bool agree = one.opinions[0] == one.opinions[1] &&
                       one.opinions[0] == one.opinions[2];
    if (one.from == DrawnFrom::Disputed) CHECK_FALSE(agree);
  }
  CHECK(rows.size() == 20);
  // small parts of the disputed rows give none
  const Index all = by_chance(found.rows);
  CHECK(all >= 10);
  CHECK(all < 15);
  for (Index i = 1; i <= 20; ++i)  // any first ones are mixed as all are
    CHECK(std::abs(20 * by_chance(std::span(found.rows).first(i)) - all * i) <=
          20);
}

TEST_CASE("label sets are suggested where the members' sets differ") {
  auto corpus = topics(2, 400, 8, 1);
  corpus.data.multi_label = true;
  corpus.data.classes = {"a", "b"};
  spoil_fourth(corpus.data);
  const Model model = model_of(corpus.data);
  for (const LabelUse use : {LabelUse::Training, LabelUse::Accuracy}) {
    const Suggestions found = suggest(model, corpus.data, options_of(20, use));
    REQUIRE(found.rows.size() == 20);
    CHECK((found.disputed > 0) == (use == LabelUse::Training));
    for (const Suggestion& one : found.rows) {
      REQUIRE(one.opinions.size() == (use == LabelUse::Training ? 3 : 1));
      for (const std::int32_t set : one.opinions)
        CHECK(std::string_view("a,b").find(found.classes.at(set)) !=
              std::string_view::npos);
      if (one.from == DrawnFrom::Disputed)
        CHECK(std::set(one.opinions.begin(), one.opinions.end()).size() > 1);
    }
  }
  // Nothing can be trained where all labeled rows have a label.
  corpus.data.classes = {"a", "a,b"};
  CHECK(suggest(model, corpus.data, options_of(20)).members.size() == 1);
}

TEST_CASE("probabilities are the rates at which rows are drawn") {
  const auto corpus = topics(3, 120, 4, 1);
  const Model model = model_of(corpus.data);
  // the mean of sum 1 / p over many draws is the number of rows
  for (const LabelUse use :
       {LabelUse::Training, LabelUse::Sizes, LabelUse::Accuracy}) {
    double rows = 0;
    constexpr int kDraws = 60;
    Index unlabeled = 0;
    for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
      const Suggestions found =
          suggest(model, corpus.data, options_of(20, use, seed));
      for (const Suggestion& one : found.rows)
        rows += 1 / one.probability / kDraws;
      unlabeled = found.unlabeled;
    }
    CHECK(rows ==
          doctest::Approx(static_cast<double>(unlabeled)).epsilon(0.05));
  }
}

TEST_CASE("drawn at random, each row has the same probability") {
  const auto corpus = topics(2, 208, 4, 3);  // 200 without a label
  const Model model = model_of(corpus.data);
  std::vector<int> drawn(corpus.data.rows.rows(), 0);
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SuggestOptions options = options_of(50, LabelUse::Training, seed);
    options.random_share = 1;
    const Suggestions found = suggest(model, corpus.data, options);
    REQUIRE(found.rows.size() == 50);
    for (const Suggestion& one : found.rows) {
      CHECK(one.probability == 0.25);
      ++drawn[one.row];
    }
  }
  // of 40 x 50 rows, a quarter of which is expected in the last 50
  const int last = std::accumulate(drawn.end() - 50, drawn.end(), 0);
  CHECK(last > 400);
  CHECK(last < 600);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    CHECK(drawn[i] <= 25);
    CHECK((drawn[i] >= 1) == (corpus.data.labels[i] == kUnlabeled));
  }
}

TEST_CASE("a sample by strata tells the class sizes without bias") {
  const auto corpus = topics(3, 600, 6, 2);
  const Model model = model_of(corpus.data, true);
  Doubles truth(3, 0.0);
  for (std::size_t i = 0; i < corpus.truth.size(); ++i)
    if (corpus.data.labels[i] == kUnlabeled) ++truth[corpus.truth[i]];
  make_sum_one(truth);
  Doubles mean(3, 0.0);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Suggestions found =
        suggest(model, corpus.data, options_of(50, LabelUse::Sizes, seed));
    REQUIRE(found.rows.size() == 50);
    Labels labels;
    Doubles probabilities;
    for (const Suggestion& one : found.rows) {
      CHECK(one.from == DrawnFrom::Stratum);
      labels.push_back(corpus.truth[one.row]);
      probabilities.push_back(one.probability);
    }
    const Doubles sizes = sizes_of_drawn(labels, probabilities, 3).sizes;
    double off = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      off += std::abs(sizes[k] - truth[k]) / 2;
      mean[k] += sizes[k] / 20;
    }
    CHECK(off < 0.15);
  }
  for (std::size_t k = 0; k < 3; ++k)
    CHECK(mean[k] == doctest::Approx(truth[k]).epsilon(0.1));
}

TEST_CASE("of each predicted class as many rows are drawn as it is due") {
  const auto corpus = topics(12, 600, 4, 2);
  const Model model = model_of(corpus.data, true);
  for (const Index count : {6, 18, 100}) {  // fewer than two a class, more
    const Suggestions found =
        suggest(model, corpus.data, options_of(count, LabelUse::Sizes));
    REQUIRE(std::ssize(found.rows) == count);
    const auto said = predict(model, scores(model, corpus.data.rows));
    Doubles due(12, 0.0), drawn(12, 0.0), probability(12, 0.0);
    for (const Suggestion& one : found.rows) {
      drawn[one.opinions[0]] += 1;
      probability[one.opinions[0]] = one.probability;
    }
    for (std::size_t i = 0; i < said.size(); ++i)
      if (corpus.data.labels[i] == kUnlabeled)
        due[said[i]] += probability[said[i]];
    for (std::size_t k = 0; k < 12; ++k)
      CHECK((drawn[k] == 0 || std::abs(drawn[k] - due[k]) < 1));
  }
}

// Groups of rows alike, and rows at the end that are like no other.
Dataset groups(Index count, Index rows, Index strays) {
  Dataset data;
  data.rows = rows_of(rows + strays, count + rows + strays, [&](Index i) {
    const double own = 0.1 * static_cast<double>(1 + i / count % 5);
    return i < rows ? Entries{{i % count, 1}, {count + i, own}}
                    : Entries{{count + i, own}};
  });
  data.labels.assign(rows + strays, kUnlabeled);
  return data;
}

TEST_CASE("without a model: the rows nearest to the middles of parts") {
  Dataset data = groups(4, 400, 8);
  SuggestOptions options = options_of(4);
  options.random_share = 0;
  std::set<Index> seen;
  for (const Suggestion& one : suggest(data, options).rows) {
    CHECK(one.from == DrawnFrom::Typical);
    CHECK(one.probability == 0);  // of no sample
    CHECK(one.opinions.empty());
    REQUIRE(one.row < 400);
    CHECK(one.row / 4 % 5 == 0);  // the least of its own
    seen.insert(one.row % 4);
  }
  CHECK(seen.size() == 4);
  // none of the parts of labeled rows
  data.classes = {"a"};
  data.labels[0] = data.labels[1] = 0;
  options.count = 2;
  for (const Suggestion& one : suggest(data, options).rows)
    CHECK(one.row % 4 >= 2);
  options.count = 20;
  options.random_share.reset();
  options.threads = 2;
  const Suggestions found = suggest(data, options);
  REQUIRE(found.rows.size() == 20);
  CHECK(by_chance(found.rows) >= 4);
  options.threads = 1;
  const Suggestions again = suggest(data, options);
  for (std::size_t i = 0; i < 20; ++i)
    CHECK(again.rows[i].row == found.rows[i].row);
}

TEST_CASE("without a model: rows of zeros, no rows, a sample") {
  Dataset data;
  data.rows = sparse(MatrixXd::Zero(5, 0));
  data.labels.assign(5, kUnlabeled);
  const Suggestions found = suggest(data, options_of(3));
  REQUIRE(found.rows.size() == 3);
  CHECK(by_chance(found.rows) == 3);
  for (const Suggestion& one : found.rows)
    CHECK(one.probability == doctest::Approx(0.6));
  CHECK(suggest(Dataset(), options_of(3)).rows.empty());
  CHECK(by_chance(
            suggest(groups(2, 20, 0), options_of(5, LabelUse::Sizes)).rows) ==
        5);
  CHECK_THROWS_AS((void)suggest(groups(2, 20, 0), options_of(3), stop_at_once),
                  Interrupted);
}

TEST_CASE("rows that come first come before those drawn, each once") {
  const auto corpus = topics(3, 200, 5, 1);
  const Model model = model_of(corpus.data);
  const auto labeled = static_cast<Index>(
      std::ranges::find_if(corpus.data.labels, [](auto k) { return k >= 0; }) -
      corpus.data.labels.begin());
  std::vector<Index> first = {labeled};
  for (Index i = 0; std::ssize(first) < 5; ++i)
    if (corpus.data.labels[i] == kUnlabeled) first.push_back(i);
  SuggestOptions options = options_of(20);
  options.first = first;
  for (const Suggestions& found :
       {suggest(model, corpus.data, options), suggest(corpus.data, options)}) {
    REQUIRE(found.rows.size() == 20);
    std::set<Index> rows;
    for (std::size_t i = 0; i < 20; ++i) {
      const Suggestion& one = found.rows[i];
      CHECK((one.from == DrawnFrom::First) == (i < 4));
      CHECK(std::ranges::count(first, one.row) == (i < 4 ? 1 : 0));
      CHECK(one.row != labeled);
      CHECK(one.probability == 0);
      rows.insert(one.row);
    }
    CHECK(rows.size() == 20);
  }
  options.count = 3;
  CHECK(suggest(model, corpus.data, options).rows.size() == 3);
}

TEST_CASE("more rows than there are, no labels, wrong options") {
  auto corpus = topics(2, 30, 3, 1);
  const Model model = model_of(corpus.data);
  CHECK(suggest(model, corpus.data, options_of(1000)).rows.size() == 24);
  CHECK(suggest(model, corpus.data, options_of(1000, LabelUse::Sizes))
            .rows.size() == 24);
  std::fill(corpus.data.labels.begin(), corpus.data.labels.end(), kUnlabeled);
  const Suggestions blind = suggest(model, corpus.data, options_of(5));
  CHECK(blind.members.size() == 1);
  CHECK(by_chance(blind.rows) == 5);
  SuggestOptions wrong = options_of(0);
  CHECK_THROWS_AS((void)suggest(model, corpus.data, wrong), Invalid);
  wrong = options_of(1);
  wrong.random_share = 1.5;
  CHECK_THROWS_AS((void)suggest(model, corpus.data, wrong), Invalid);
}

TEST_CASE("a label counts the inverse of its row's probability") {
  const Labels labels = {0, 1, kUnlabeled, 1, 2};
  const Doubles drawn = {0.5, 0.25, 0.1, 0.25, 0};
  const ClassSizeOptions found = sizes_of_drawn(labels, drawn, 3);
  CHECK(found.source == SizeSource::Given);
  const Doubles sizes = {12 / 70.0, 48 / 70.0, 10 / 70.0};
  for (std::size_t k = 0; k < 3; ++k)  // 2, 8 and, not drawn, 10 / 3 / 2
    CHECK(found.sizes[k] == doctest::Approx(sizes[k]));
  CHECK(found.rows == doctest::Approx(100.0 / 36));
  CHECK(sizes_of_drawn(labels, std::vector(5, 0.0), 3).source ==
        SizeSource::Estimate);
  CHECK_THROWS_AS((void)sizes_of_drawn(labels, {}, 3), Invalid);
}

}  // namespace
}  // namespace semilin::test
