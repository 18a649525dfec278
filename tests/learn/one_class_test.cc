#include "learn/one_class.h"

#include "semilin/learn/report.h"
#include "semilin/learn/suggest.h"

#include "support/training.h"

namespace semilin::test {
namespace {

// Ten topics of 120 documents, of which the class "yes" is one: a tenth, or
// with `larger` four. Ten documents of it have a label, and nothing else.
struct Search {
  Dataset data;
  Labels truth;
};
Search search(int larger = 1) {
  Topics corpus = topics(10, 1200, 10, 3);
  Search made{std::move(corpus.data), {}};
  Index labeled = 0;
  for (std::size_t i = 0; i < corpus.truth.size(); ++i) {
    made.truth.push_back(corpus.truth[i] < larger ? 1 : 0);
    std::int32_t& label = made.data.labels[i];
    label = made.truth[i] == 1 && labeled < 10 ? 1 : kUnlabeled;
    labeled += label == 1 ? 1 : 0;
  }
  made.data.classes = {"other", "yes"};
  return made;
}

double f1(const Search& made, const Labels& labels) {
  double both = 0, either = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    both += labels[i] == 1 && made.truth[i] == 1 ? 1 : 0;
    either += labels[i] + made.truth[i];
  }
  return 2 * both / either;
}

TEST_CASE("a class is found by its labels alone, and so is its size") {
  const Search made = search();
  REQUIRE(has_one_class(made.data));
  const TrainResult found = train(made.data, one_thread(kDa));
  CHECK(default_method(made.data) == kDa);
  CHECK(f1(made, found.labels) > 0.85);
  REQUIRE(found.summary.one_class);
  const OneClassFigures& figures = *found.summary.one_class;
  CHECK(figures.found == 1);
  CHECK(figures.estimated);
  CHECK(figures.size == 0.08);  // the nearest of those tried to 0.1
  CHECK(figures.labeled == 10);
  CHECK(figures.drawn == 50);
  CHECK(found.summary.labeled == 10);
  CHECK(found.summary.unlabeled == 1190);
  CHECK(found.summary.class_sizes_source == SizeSource::Estimate);
}

TEST_CASE("the model predicts what training says, labels aside") {
  const Search made = search();
  const TrainResult found = train(made.data, one_thread(kDa));
  const Labels predicted =
      predict(found.model, scores(found.model, made.data.rows));
  for (std::size_t i = 0; i < predicted.size(); ++i)
    if (made.data.labels[i] == kUnlabeled)
      REQUIRE(predicted[i] == found.labels[i]);
  double share = 0;
  for (const std::int32_t k : predicted)
    share += k / static_cast<double>(predicted.size());
  CHECK(found.summary.predicted[1] == doctest::Approx(share).epsilon(0.1));
}

TEST_CASE("a size that is given is kept, whichever class has the labels") {
  Search made = search(4);
  TrainOptions options = one_thread(kDa);
  options.class_sizes = {SizeSource::Given, {0.6, 0.4}};
  const TrainResult found = train(made.data, options);
  CHECK_FALSE(found.summary.one_class->estimated);
  CHECK(found.summary.one_class->size == 0.4);
  CHECK(f1(made, found.labels) > 0.6);
  made.data.classes = {"a", "b"};
  for (std::int32_t& label : made.data.labels)
    if (label == 1) label = 0;
  options.class_sizes = {SizeSource::Given, {0.4, 0.6}};
  const TrainResult turned = train(made.data, options);
  CHECK(turned.summary.one_class->found == 0);
  Labels labels = turned.labels;
  for (std::int32_t& label : labels)
    label = 1 - label;
  CHECK(f1(made, labels) ==
        doctest::Approx(f1(made, found.labels)).epsilon(0.02));
}

TEST_CASE("labels that were chosen do not tell the size of a class to find") {
  Search made = search();
  Index others = 0;
  for (std::size_t i = 0; i < made.truth.size() && others < 5; ++i)
    if (made.truth[i] == 0) {
      made.data.labels[i] = 0;
      ++others;
    }
  TrainOptions options = one_thread(kDa);
  options.find = "yes";
  const TrainResult found = train(made.data, options);
  REQUIRE(found.summary.one_class);
  CHECK(found.summary.one_class->labeled == 10);
  CHECK(found.summary.labeled == 15);
  CHECK(f1(made, found.labels) > 0.85);
}

TEST_CASE("the same for every number of threads") {
  const Search made = search();
  TrainOptions options = one_thread(kDa);
  const Doubles one = scores(train(made.data, options).model, made.data.rows);
  options.threads = 3;
  CHECK(one == scores(train(made.data, options).model, made.data.rows));
}

TEST_CASE("a search for one class that is interrupted leaves a model") {
  const Search made = search();
  for (const int last : {1, 10}) {
    int heard = 0;
    const TrainResult found = train(
        made.data, {}, [&](const ProgressRecord&) { return ++heard < last; });
    CHECK(found.summary.stop == Stop::Interrupted);
    CHECK(scores(found.model, made.data.rows).size() == made.truth.size());
  }
}

TEST_CASE("what one class alone cannot do is refused") {
  Search made = search();
  const auto refused = [&](const TrainOptions& options, const char* why) {
    CHECK_THROWS_WITH_AS(static_cast<void>(train(made.data, options)),
                         doctest::Contains(why), DataError);
  };
  TrainOptions labels = one_thread(kDa);
  labels.class_sizes.source = SizeSource::Labels;
  CHECK_THROWS_WITH(static_cast<void>(train(made.data, labels)),
                    "class sizes: labels of one class tell none");
  refused(one_thread(kTvRls), "expected a linear method, found tv-rls");
  Trainer trainer(made.data, one_thread(kDa));
  TrainResult found = trainer.train();
  CHECK_THROWS_AS(trainer.calibrate(found), DataError);
  Index kept = 0;
  for (std::int32_t& label : made.data.labels)
    if (label != kUnlabeled && kept++ > 0) label = kUnlabeled;
  refused(one_thread(kDa),
          "expected two labels of yes to find its size, found 1");
  for (std::int32_t& label : made.data.labels)
    label = 1;
  refused(one_thread(kDa),
          "expected labels of yes and unlabeled rows, found 1200 and 0");
}

TEST_CASE("finding suggests the surest rows, and how many there may be") {
  Search made = search();
  TrainOptions options = one_thread(kDa);
  TrainResult run = train(made.data, options);
  TrainReport report;
  report.options = Trainer(made.data, options).options();
  report.summary = run.summary;
  report.classes = made.data.classes;
  run.model.head().info = model_info(report);
  SuggestOptions wanted;
  wanted.count = 20;
  wanted.use = LabelUse::Finding;
  const Suggestions found = suggest(run.model, made.data, wanted);
  REQUIRE(found.rows.size() == 20);
  const Doubles outputs = scores(run.model, made.data.rows);
  for (std::size_t i = 0; i < found.rows.size(); ++i) {
    CHECK(made.truth[found.rows[i].row] == 1);
    CHECK(found.rows[i].from == DrawnFrom::Surest);
    if (i > 0)
      CHECK(outputs[found.rows[i].row] <= outputs[found.rows[i - 1].row]);
  }
  REQUIRE(found.expected);
  CHECK(*found.expected == doctest::Approx(0.08 * 1190));
  for (const Suggestion& one : found.rows)
    made.data.labels[one.row] = 1;
  CHECK(*suggest(run.model, made.data, wanted).expected ==
        doctest::Approx(0.08 * 1190 - 20));
  wanted.find = "other";
  const Suggestions others = suggest(run.model, made.data, wanted);
  CHECK(made.truth[others.rows[0].row] == 0);
  CHECK_FALSE(others.expected);
  wanted.find = "maybe";
  CHECK_THROWS_WITH(static_cast<void>(suggest(run.model, made.data, wanted)),
                    "suggest: the model has no class 'maybe'");
}

}  // namespace
}  // namespace semilin::test
