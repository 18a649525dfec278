#include "semilin/learn/methods.h"

#include "semilin/learn/report.h"

#include "support/rank_threads.h"
#include "support/training.h"

namespace semilin::test {
namespace {

// Not negative, so that every method takes it; some rows have no label.
Dataset counts(int classes = 2) {
  return topics(classes, 60, 5, 3).data;
}

TEST_CASE("a name that no method has is refused, telling those there are") {
  CHECK_THROWS_WITH_AS(
      (void)method_named("knn"),
      "there is no method 'knn' but: rls, svm, tsvm, da, nb-em, lap-rls, "
      "lap-svm, tv-rls, tv-svm, cheeger-rls, cheeger-svm, committee",
      Invalid);
  CHECK_THROWS_AS((void)train(counts(), training_of("SVM")), Invalid);
}

TEST_CASE("every method trains under its name, on the data that it can") {
  const Dataset data = counts();
  Dataset all_labeled = data, sets = counts(3);
  all_labeled.labels = topics(2, 60, 5, 3).truth;
  sets.classes = {"a", "a,b", "b"};
  sets.multi_label = true;
  std::set<std::string_view> names;
  for (const Method& method : methods()) {
    CAPTURE(std::string(method.name));
    CHECK(names.insert(method.name).second);
    CHECK(!method.help.empty());
    const TrainResult result =
        train(data, training_of(method.name, SizeSource::Equal));
    CHECK(result.summary.method == method.name);
    CHECK(result.labels.size() == data.labels.size());
    CHECK(result.summary.predicted.empty() != method.semisupervised);
    // without unlabeled rows
    const TrainOptions options = one_thread(method.name);
    const std::string_view alone = method.after_svm ? kSvm : method.name;
    CHECK(train(all_labeled, options).summary.method == alone);
    // on several labels per row
    const auto on_sets = [&] { return train(sets, options).model; };
    if (method.label_sets) {
      CHECK(on_sets().head().multi_label);
    } else {
      const std::string refusal =
          "expected one label per row, found several: " +
          std::string(method.name) + " does not know multi-label data";
      CHECK_THROWS_WITH_AS((void)on_sets(), refusal.c_str(), DataError);
    }
    // on rows that several ranks hold
    const auto on_ranks = [&] {
      run_ranks(2, [&](const Ranks& ranks) {
        (void)train(part_of(data, ranks), options);
      });
    };
    if (method.in_parts && method.name != kCommittee) {  // of dense rows
      CHECK_NOTHROW(on_ranks());
    } else {
      CHECK_THROWS_WITH_AS(on_ranks(), doctest::Contains("needs a single rank"),
                           Invalid);
    }
  }
}

TEST_CASE("options come back from the info of a model") {
  const Dataset data = counts();
  for (const Method& method : methods()) {
    CAPTURE(std::string(method.name));
    TrainOptions options = training_of(method.name);
    options.linear.lambda = 0.25;
    options.linear.bias = 2;
    options.graph.options.gamma = 0.125;
    options.graph.kernel.delta = 0.5;
    options.graph.making.neighbors.neighbors = 7;
    Trainer trainer(data, options);
    TrainReport report;
    report.options = trainer.options();
    report.summary = trainer.train().summary;
    const TrainOptions back = options_from_info(model_info(report));
    CHECK(back.method == method.name);
    if (method.linear) {
      CHECK(back.linear.lambda == 0.25);
      CHECK(back.linear.bias == 2);
    }
    if (method.graph) {
      CHECK(back.graph.options.gamma == 0.125);
      CHECK(back.graph.kernel.delta == 0.5);
      CHECK(back.graph.making.neighbors.neighbors == 7);
    }
  }
  CHECK_THROWS_AS((void)options_from_info(""), DataError);
  CHECK_THROWS_AS((void)options_from_info("{\"options\": {\"method\": \"x\"}}"),
                  DataError);
}

TEST_CASE("one default for all: by the data and lambda_u") {
  Dataset data = counts();
  CHECK(default_method(data) == kCommittee);
  CHECK(default_method(data, 0) == kSvm);
  CHECK(Trainer(data).options().method == kCommittee);
  data.classes = {"a,b", "c"};
  data.multi_label = true;
  CHECK(default_method(data) == kDa);
  data.labels.assign(data.labels.size(), 0);
  CHECK(default_method(data) == kDa);
}

}  // namespace
}  // namespace semilin::test
