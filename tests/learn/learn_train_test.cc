#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "semilin/advanced/kernel/graph_points.h"
#include "semilin/base/error.h"
#include "semilin/learn/train.h"
#include "semilin/linear/cross_validation.h"

#include "support/graphs.h"
#include "support/problems.h"

namespace semilin {
namespace {

GraphTraining graph_training(GraphMethod method) {
  GraphTraining training;
  training.options.method = method;
  training.making.neighbors.neighbors = 5;
  return training;
}

// A graph that joins only rows of different classes, each to two others.
Graph misleading_graph(const std::vector<std::int32_t>& truth) {
  std::vector<test::Edge> edges;
  const auto rows = static_cast<Index>(truth.size());
  for (Index i = 0; i < rows; ++i) {
    int found = 0;
    for (Index j = i + 1; j < rows && found < 2; ++j) {
      if (truth[i] == truth[j]) continue;
      edges.push_back({i, j, 1});
      ++found;
    }
  }
  return test::graph_of(rows, edges);
}

TEST_CASE("train is the linear method's own function, bit by bit") {
  const test::Corpus corpus = test::topics(3, 120, 4, 1);

  for (const Method method :
       {Method::Rls, Method::Svm, Method::Tsvm, Method::Da}) {
    LinearOptions options;
    options.method = method;
    const LinearResult own = train_linear(corpus.data, options);
    const TrainResult result = train(corpus.data, {options});

    REQUIRE(result.model.linear() != nullptr);
    CHECK(result.model.linear()->weights == own.model.weights);
    CHECK(result.labels == own.labels);
    CHECK(result.supervised.weights == own.supervised.weights);
    CHECK(result.summary().objective == own.summary.objective);
  }
}

TEST_CASE("train is the graph method's own function, bit by bit") {
  const test::Corpus corpus = test::topics(3, 120, 4, 2);

  for (const GraphMethod method : kGraphMethods) {
    GraphTraining training = graph_training(method);
    training.options.class_sizes.source = SizeSource::Equal;  // no fall-back
    GraphPoints points(
        corpus.data.rows,
        neighbor_graph(nearest_neighbors(corpus.data.rows, {.neighbors = 5})));
    const GraphResult own = train_graph(points, corpus.data.labels,
                                        corpus.data.classes, training.options);
    const TrainResult result = train(corpus.data, {training});

    REQUIRE(result.model.kernel() != nullptr);
    CHECK(result.model.kernel()->coefficients == own.model.coefficients);
    CHECK(result.model.kernel()->neighbors == 5);
    CHECK(result.model.kernel()->metric == Metric::Euclidean);  // dense rows
    CHECK(result.labels == own.labels);
  }
}

TEST_CASE("a graph method stands beside the supervised SVM") {
  const test::Corpus corpus = test::topics(3, 120, 4, 3);
  LinearOptions svm;
  svm.method = Method::Svm;
  const LinearResult alone = train_linear(corpus.data, svm);
  const TrainResult result =
      train(corpus.data, {graph_training(GraphMethod::TvRls)});

  CHECK(result.supervised.weights == alone.model.weights);
  Index same = 0;
  Index unlabeled = 0;
  for (std::size_t i = 0; i < result.labels.size(); ++i) {
    if (corpus.data.labels[i] != kUnlabeled) continue;
    ++unlabeled;
    same += result.labels[i] == alone.labels[i] ? 1 : 0;
  }
  CHECK(result.summary().agreement ==
        doctest::Approx(static_cast<double>(same) /
                        static_cast<double>(unlabeled))
            .epsilon(1e-12));
  CHECK(result.summary().held_out_rows == 12);
  CHECK(result.summary().predicted.size() == 3);
}

TEST_CASE("a graph that contradicts the classes gives way to the SVM") {
  const test::Corpus corpus = test::topics(2, 300, 20, 4);
  LinearOptions svm;
  svm.method = Method::Svm;
  GraphTraining training = graph_training(GraphMethod::TvRls);
  training.kernel.form = KernelForm::None;
  training.graph = misleading_graph(corpus.truth);
  const TrainResult result = train(corpus.data, {training});

  CHECK(result.summary().fell_back);
  REQUIRE(result.model.linear() != nullptr);
  CHECK(result.model.linear()->weights == result.supervised.weights);
  CHECK(result.labels == train_linear(corpus.data, svm).labels);

  SUBCASE("but not where the class sizes are known") {
    training.options.class_sizes = {SizeSource::Equal, {}};
    const TrainResult kept = train(corpus.data, {training});
    CHECK_FALSE(kept.summary().fell_back);
    CHECK(kept.model.kernel() != nullptr);
  }
}

// Trains again without the labels of each fold, the slow way.
TEST_CASE("cross-validation of a graph method, recomputed fold by fold") {
  const test::Corpus corpus = test::topics(3, 120, 5, 5);
  const TrainOptions options = {graph_training(GraphMethod::LapRls)};
  Trainer trainer(corpus.data, options);
  TrainResult result = trainer.train();
  trainer.cross_validate(result);

  const CrossValidated& found = result.summary().cross_validated;
  CHECK(found.folds == 5);
  CHECK(found.rows == 15);
  const Folds folds = stratified_folds(corpus.data, 5, 1);
  const std::vector<double>& sizes = result.summary().class_sizes;
  double right = 0;
  for (int fold = 0; fold < folds.count; ++fold) {
    Dataset rest = corpus.data;
    for (std::size_t i = 0; i < folds.rows.size(); ++i)
      if (folds.fold[i] == fold) rest.labels[folds.rows[i]] = kUnlabeled;
    GraphTraining training = graph_training(GraphMethod::LapRls);
    GraphPoints points(rest.rows, neighbor_graph(nearest_neighbors(
                                      rest.rows, {.neighbors = 5})));
    GraphResult own =
        train_graph(points, rest.labels, rest.classes, training.options);
    own.model.neighbors = 5;
    own.model.metric = Metric::Euclidean;
    const auto said = predict(own.model, scores(own.model, rest.rows));
    for (std::size_t i = 0; i < folds.rows.size(); ++i) {
      const std::int32_t truth = corpus.data.labels[folds.rows[i]];
      if (folds.fold[i] == fold && said[folds.rows[i]] == truth)
        right += sizes[truth] / 5;  // five labelled rows in each class
    }
  }
  CHECK(found.accuracy == doctest::Approx(right).epsilon(1e-12));
}

TEST_CASE("a graph model's probabilities come from rows held out") {
  const test::Corpus corpus = test::topics(2, 120, 5, 6);
  Trainer trainer(corpus.data, {graph_training(GraphMethod::TvRls)});
  TrainResult result = trainer.train();
  trainer.calibrate(result);

  REQUIRE(result.model.head().calibration.slopes.size() == 1);
  CHECK(result.model.head().calibration.slopes[0] > 0);
  CHECK(result.summary().stop != Stop::Interrupted);
}

TEST_CASE("an interrupted calibration says so and leaves none") {
  const test::Corpus corpus = test::topics(2, 120, 5, 6);
  Trainer trainer(corpus.data, {graph_training(GraphMethod::TvRls)});
  TrainResult result = trainer.train();
  trainer.calibrate(result, [](const ProgressRecord&) { return false; });

  CHECK(result.model.head().calibration.slopes.empty());
  CHECK(result.summary().stop == Stop::Interrupted);
}

TEST_CASE("a search for neighbours that is interrupted leaves no trainer") {
  const test::Corpus corpus = test::topics(2, 120, 5, 6);
  const auto act = [&] {
    const Trainer trainer(corpus.data, {graph_training(GraphMethod::TvRls)},
                          [](const ProgressRecord& record) {
                            return record.stage != "neighbours";
                          });
  };
  CHECK_THROWS_WITH_AS(act(), "interrupted before there was a result",
                       Interrupted);
}

TEST_CASE("graph methods refuse multi-label data and other graphs' sizes") {
  test::Corpus corpus = test::topics(2, 60, 4, 7);
  GraphTraining training = graph_training(GraphMethod::TvRls);
  training.graph = test::graph_of(3, {{0, 1, 1}, {1, 2, 1}});
  CHECK_THROWS_AS((void)train(corpus.data, {training}), DataError);

  corpus.data.multi_label = true;
  CHECK_THROWS_AS(
      (void)train(corpus.data, {graph_training(GraphMethod::TvRls)}),
      DataError);
}

TEST_CASE("the same bits for 1, 2, 4 threads, of every kind of method") {
  const test::Corpus corpus = test::topics(3, 150, 4, 8);

  for (TrainOptions options :
       {TrainOptions{}, TrainOptions{graph_training(GraphMethod::TvSvm)}}) {
    options.threads = 1;
    const TrainResult one = train(corpus.data, options);
    for (const int threads : {2, 4}) {
      options.threads = threads;
      const TrainResult more = train(corpus.data, options);
      CHECK(scores(more.model, corpus.data.rows) ==
            scores(one.model, corpus.data.rows));
      CHECK(more.labels == one.labels);
    }
  }
}

}  // namespace
}  // namespace semilin
