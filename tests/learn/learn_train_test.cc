#include "semilin/advanced/kernel/graph_points.h"
#include "semilin/advanced/learn/memory.h"

#include "learn/committee/votes.h"
#include "linear/semisupervised.h"
#include "linear/thresholds.h"
#include "support/graphs.h"
#include "support/training.h"

namespace semilin::test {
namespace {

// A linear method without Trainer; solve: after the supervised model.
struct OwnFunction {
  std::string_view name;
  BatchKind kind;
  void (*solve)(OutputBatch&, const LinearOptions&, const ClassSizes&,
                const Progress&);
};

TEST_CASE("train is the linear method's own function, bit by bit") {
  const Topics corpus = topics(3, 120, 4, 1);
  const ClassSizes sizes = equal_sizes(3);
  for (const auto& [method, kind, solve] :
       {OwnFunction{kRls, {.loss = Loss::squares()}, nullptr},
        OwnFunction{kSvm, {}, nullptr},
        OwnFunction{kTsvm, {.steady = true}, train_transductive},
        OwnFunction{kDa, {.steady = true}, anneal}}) {
    const std::string_view name = method;  // Clang 14 captures no binding
    CAPTURE(std::string(name));
    TrainOptions options = training_of(name, SizeSource::Equal);
    options.linear.lambda = 1e-3;
    OutputBatch batch(corpus.data, options.linear, kind);
    batch.train_labeled(options.linear.tolerance);
    const Doubles supervised = batch.model().weights;
    if (solve != nullptr) solve(batch, options.linear, sizes, {});
    const Doubles weights = batch.model().weights;
    const double objective = batch.objective();
    const Doubles offsets =
        solve != nullptr ? thresholds(batch, sizes) : std::vector(3, 0.0);
    const Votes predicted = predicted_classes(batch, offsets);
    Labels labels = corpus.data.labels;
    for (std::size_t j = 0; j < predicted.size(); ++j)
      labels[batch.unlabeled()[j]] = predicted[j];
    const TrainResult result = train(corpus.data, options);
    REQUIRE(result.model.linear() != nullptr);
    CHECK(result.model.linear()->weights == weights);
    CHECK(result.model.linear()->offsets == offsets);
    CHECK(result.labels == labels);
    CHECK(result.supervised.weights == supervised);
    CHECK(result.summary.objective == objective);
  }
}

TEST_CASE("nothing is learned from a labeled row without a feature") {
  // two rows of each topic have labels, and one without a feature that of 0
  const Dataset without = topics(3, 120, 2, 1).data;
  Dataset data = without;
  data.rows =
      data.rows.followed_by(sparse(MatrixXd::Zero(1, data.rows.cols())));
  data.labels.push_back(0);
  for (const std::string_view name : {kSvm, kDa, kNbEm, kCommittee}) {
    CAPTURE(std::string(name));
    const TrainOptions options = training_of(name, SizeSource::Equal);
    const TrainResult found = train(data, options);
    const TrainResult other = train(without, options);
    CHECK(found.supervised.weights == other.supervised.weights);
    Labels labels = other.labels;
    labels.push_back(0);
    CHECK(found.labels == labels);
  }
  // but where a class has no other row
  for (std::int32_t& label : data.labels)
    if (label == 0) label = kUnlabeled;
  data.labels.back() = 0;
  CHECK(train(data, training_of(kSvm, SizeSource::Equal)).labels.back() == 0);
}

TEST_CASE("train is the graph method's own function, bit by bit") {
  const Topics corpus = topics(3, 120, 4, 2);
  for (const Method& method : methods()) {
    if (!method.graph || method.linear) continue;
    TrainOptions training = graph_training(method.name);
    training.class_sizes.source = SizeSource::Equal;  // no fall-back
    GraphOptions options;
    options.method = method.graph_method;
    GraphPoints points(
        corpus.data.rows,
        neighbor_graph(nearest_neighbors(corpus.data.rows, {.neighbors = 5})));
    const GraphResult own =
        train_graph(points, corpus.data.labels, corpus.data.classes,
                    equal_sizes(3), options);
    const TrainResult result = train(corpus.data, training);
    REQUIRE(result.model.kernel() != nullptr);
    CHECK(result.model.kernel()->coefficients == own.model.coefficients);
    CHECK(result.model.kernel()->neighbors == 5);
    CHECK(result.model.kernel()->metric == Metric::Euclidean);  // dense rows
    CHECK(result.labels == own.labels);
  }
}

TEST_CASE("a graph method stands beside the supervised SVM") {
  const Topics corpus = topics(3, 120, 4, 3);
  const TrainResult alone = train(corpus.data, training_of(kSvm));
  const TrainResult result = train(corpus.data, graph_training(kTvRls));
  const RunSummary& summary = result.summary;
  CHECK(result.supervised.weights == alone.model.linear()->weights);
  Doubles sizes(3, 0.0), before(3, 0.0);
  for (std::size_t i = 0; i < corpus.truth.size(); ++i) {
    if (corpus.data.labels[i] != kUnlabeled) continue;
    sizes[result.labels[i]] += 1.0 / 108;
    before[alone.labels[i]] += 1.0 / 108;
  }
  CHECK(apart(summary.predicted, sizes) < 1e-12);
  CHECK(apart(summary.supervised_predicted, before) < 1e-12);
  CHECK(summary.agreement ==
        doctest::Approx(
            hidden_accuracy({corpus.data, alone.labels}, result.labels))
            .epsilon(1e-12));
  CHECK(summary.class_sizes_source == SizeSource::Estimate);
  CHECK(summary.held_out_rows == 12);
  CHECK(!summary.fell_back);
}

TrainOptions misled(const Topics& corpus) {
  TrainOptions training = graph_training(kTvRls);
  training.graph.kernel.form = KernelForm::None;
  training.graph.graph = misleading_graph(corpus.truth);
  return training;
}

TEST_CASE("a graph that contradicts the classes gives way to the SVM") {
  const Topics corpus = topics(2, 300, 20, 4);
  TrainOptions training = misled(corpus);
  const TrainResult result = train(corpus.data, training);
  CHECK(result.summary.fell_back);
  REQUIRE(result.model.linear() != nullptr);
  CHECK(result.model.linear()->weights == result.supervised.weights);
  CHECK(result.labels == train(corpus.data, training_of(kSvm)).labels);
  // but not where the class sizes are known
  training.class_sizes.source = SizeSource::Equal;
  const TrainResult kept = train(corpus.data, training);
  CHECK_FALSE(kept.summary.fell_back);
  CHECK(kept.model.kernel() != nullptr);
}

// Trains again without the labels of each fold, the slow way.
TEST_CASE("without the labels of a fold a method gives way as with all") {
  const Topics corpus = topics(2, 300, 20, 4);
  const Folds folds = stratified_folds(corpus.data, 2, 1);
  const GridPoint point;
  const HeldOut found =
      Trainer(corpus.data, misled(corpus)).held_out(folds, {&point, 1});
  for (int fold = 0; fold < folds.count; ++fold) {
    const Dataset rest = without_fold(corpus.data, folds, fold);
    const Model svm = train(rest, training_of(kSvm)).model;
    const Doubles outputs = scores(svm, rest.rows);
    for (std::size_t i = 0; i < folds.rows.size(); ++i)
      if (folds.fold[i] == fold)
        CHECK(found.outputs[0][i] == outputs[folds.rows[i]]);
  }
}

TEST_CASE("folds of a graph method, recomputed one by one") {
  const Topics corpus = topics(3, 120, 5, 5);
  Trainer trainer(corpus.data, graph_training(kLapRls));
  const Folds folds = stratified_folds(corpus.data, 5, 1);
  const GridPoint point;
  const HeldOut found = trainer.held_out(folds, {&point, 1});
  for (int fold = 0; fold < folds.count; ++fold) {
    const Dataset rest = without_fold(corpus.data, folds, fold);
    GraphOptions options;
    options.method = GraphMethod::LapRls;
    GraphPoints points(rest.rows, neighbor_graph(nearest_neighbors(
                                      rest.rows, {.neighbors = 5})));
    GraphResult own =
        train_on_graph(points, rest.labels, rest.classes, options);
    own.model.neighbors = 5;
    own.model.metric = Metric::Euclidean;
    const Labels said = predicted(own.model, rest.rows);
    for (std::size_t i = 0; i < folds.rows.size(); ++i)
      if (folds.fold[i] == fold)
        CHECK(best_class({&found.outputs[0][3 * i], 3}) == said[folds.rows[i]]);
  }
}

TEST_CASE("linear methods read vectors as columns like the others") {
  Dataset plain = topics(2, 120, 5, 6).data;
  Dataset data = plain;
  data.vectors = {data.rows.cols() - 3, 3, 1};
  for (const std::string_view method : {kSvm, kTsvm, kDa}) {
    CAPTURE(std::string(method));
    const TrainResult one = train(plain, one_thread(method));
    const TrainResult other = train(data, one_thread(method));
    CHECK(other.model.head().vectors == data.vectors);
    CHECK(other.model.linear()->weights == one.model.linear()->weights);
    CHECK(scores(other.model, data.rows) == scores(one.model, plain.rows));
  }
}

TEST_CASE("a graph model's probabilities come from rows held out, if any do") {
  const Topics corpus = topics(2, 120, 5, 6);
  Trainer trainer(corpus.data, graph_training(kTvRls));
  TrainResult result = trainer.train();
  const auto slopes = [&] { return result.model.head().calibration.slopes; };
  trainer.calibrate(result, stop_at_once);
  CHECK(slopes().empty());
  CHECK(result.summary.stop == Stop::Interrupted);
  result = trainer.train();
  trainer.calibrate(result);
  REQUIRE(slopes().size() == 1);
  CHECK(slopes()[0] > 0);
  CHECK(result.summary.stop != Stop::Interrupted);
}

TEST_CASE("a search for neighbors that is interrupted leaves no trainer") {
  const Topics corpus = topics(2, 120, 5, 6);
  const auto act = [&] {
    const Trainer trainer(corpus.data, graph_training(kTvRls),
                          [](const ProgressRecord& record) {
                            return record.stage != "neighbors";
                          });
  };
  CHECK_THROWS_WITH_AS(act(), "interrupted before there was a result",
                       Interrupted);
}

TEST_CASE("graph methods refuse multi-label data and other graphs' sizes") {
  Topics corpus = topics(2, 60, 4, 7);
  TrainOptions training = graph_training(kTvRls);
  training.graph.graph = graph_of(3, {{0, 1, 1}, {1, 2, 1}});
  CHECK_THROWS_AS((void)train(corpus.data, training), DataError);
  corpus.data.multi_label = true;
  CHECK_THROWS_AS((void)train(corpus.data, graph_training(kTvRls)), DataError);
}

// Two clusters that have nothing to do with the classes, which hang on one weak
// word: annealing, with this penalty, finds the clusters.
TEST_CASE("a model that contradicts sure labels is dropped") {
  // columns 0 and 1: the class, weakly; 2 and 3: a strong cluster of its own
  const auto row = [](Index i) -> Entries {
    const Index cluster = i < 4 ? i % 2 : (i / 2) % 2;
    return {{i % 2, 0.3}, {2 + cluster, 3}};
  };
  const Topics corpus =
      few_labels(rows_of(1200, 4, row), in_turns(1200, 2), {100, 100});
  LinearTraining options(kDa, 1);
  options.lambda = 1;
  options.lambda_u = 30;
  options.temperature = 30;
  const LinearFit result = train_linear(corpus.data, options);
  MESSAGE("agreement " << result.summary.agreement << ", held out "
                       << result.summary.held_out_accuracy);
  CHECK(result.summary.fell_back);
  CHECK(result.summary.method == kSvm);
  CHECK(result.model.weights == result.supervised.weights);
  CHECK(result.labels == corpus.truth);
}

TEST_CASE("the memory of a training counts a graph where there is one") {
  constexpr Index kRows = 60;
  const auto term = [](Index i) { return std::map<Index, double>{{i, 1}}; };
  Dataset data =
      few_labels(rows_of(kRows, kRows, term), in_turns(kRows, 3), {5, 5, 5})
          .data;
  const auto bytes = [&](std::string_view method) {
    return training_bytes(data, std::string(method));
  };
  const double graph = bytes(kDa) + sizeof(double) * 3 * 20 * kRows;
  CHECK(bytes(kTvRls) == graph);
  CHECK(bytes(kCommittee) == graph);
  data.labels.assign(kRows, 0);
  CHECK(bytes(kCommittee) == bytes(kDa));
}

}  // namespace
}  // namespace semilin::test
