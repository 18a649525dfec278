#include "semilin/learn/tune.h"

#include "semilin/advanced/kernel/graph_points.h"

#include "support/graphs.h"
#include "support/training.h"

namespace semilin::test {
namespace {

TuneOptions tuned_options(std::string_view method) {
  TuneOptions options;
  options.train = training_of(method, SizeSource::Labels);
  options.train.threads = 1;
  return options;
}

TunePoint point(double lambda, double lambda_u, double accuracy, double error) {
  return {.lambda = lambda,
          .lambda_u = lambda_u,
          .accuracy = accuracy,
          .standard_error = error};
}

// The accuracy of each fold.
Doubles fold_accuracies(const Dataset& data, const TrainOptions& training,
                        const Folds& folds, const GridPoint& point = {}) {
  const Doubles outputs =
      Trainer(data, training).held_out(folds, {&point, 1}).outputs[0];
  const std::size_t width = outputs.size() / folds.rows.size();
  Doubles right(folds.count, 0.0), all(folds.count, 0.0);
  for (std::size_t i = 0; i < folds.rows.size(); ++i) {
    const bool hit =
        best_class({&outputs[width * i], width}) == data.labels[folds.rows[i]];
    all[folds.fold[i]] += 1;
    right[folds.fold[i]] += hit ? 1 : 0;
  }
  for (int fold = 0; fold < folds.count; ++fold)
    right[fold] /= all[fold];
  return right;
}

TEST_CASE("one standard error takes the plainest of the good points") {
  // lambda, lambda_u, accuracy, standard error
  const std::vector<TunePoint> points = {
      point(1, 0, 0.70, 0.02),    point(0.1, 0, 0.79, 0.02),
      point(0.1, 1, 0.81, 0.03),  point(0.01, 0, 0.80, 0.02),
      point(0.01, 1, 0.82, 0.03), point(0.001, 0, std::nan(""), 0)};
  std::size_t best = 0;
  CHECK(choose_point(points, Choice::Best, best) == 4);
  // within 0.03 of 0.82 are all but the first; lambda_u 0, then lambda 0.1
  CHECK(choose_point(points, Choice::OneStandardError, best) == 1);
  CHECK(best == 4);
  CHECK_THROWS_AS((void)choose_point({points.back()}, Choice::Best, best),
                  Invalid);
}

TEST_CASE("what train does is given up for more than a standard error alone") {
  std::vector<TunePoint> points = {point(0.1, 0, 0.82, 0.03),
                                   point(0.1, 1, 0.82, 0.03),
                                   point(0.001, 0.5, 0.80, 0.05)};
  points[2].untuned = true;
  std::size_t best = 0;
  CHECK(choose_point(points, Choice::OneStandardError, best) == 2);
  CHECK(choose_point(points, Choice::Best, best) == 0);
  points[2].accuracy = 0.75;  // the error of the difference: 0.058
  CHECK(choose_point(points, Choice::OneStandardError, best) == 0);
  // of graphs the plainest has the smallest gamma, then neighbors
  TunePoint plain{.lambda = 0.1, .gamma = 0.1, .neighbors = 5, .width = 2};
  points.assign(4, plain);
  points[0].gamma = 0.2;
  points[1].neighbors = 10;
  points[2].width = 1;
  CHECK(choose_point(points, Choice::OneStandardError, best) == 3);
  points.pop_back();
  CHECK(choose_point(points, Choice::Best, best) == 2);
}

TEST_CASE("without settings tune comes to what train comes to, or better") {
  const Dataset data = topics(3, 240, 5, 9).data;
  for (const std::string_view method : {"", "da", "lap-rls"}) {
    INFO("method " << method);
    TuneOptions options;
    options.train = one_thread(method);
    options = with_default_grids(std::move(options), data);
    options.repeats = 1;
    const TuneResult result = tune(data, options);
    CHECK(options.untuned == (method.empty() ? kCommittee : method));
    CHECK(result.points.back().untuned);
    CHECK_FALSE(result.points.front().untuned);
    REQUIRE(result.chosen == result.points.size() - 1);  // all are as good
    const TrainResult trained = train(data, one_thread(method));
    CHECK(result.options.method == options.untuned);
    CHECK(result.refitted.labels == trained.labels);
    CHECK(scores(result.refitted.model, data.rows) ==
          scores(trained.model, data.rows));
  }
}

TEST_CASE("grids that are all given are the only points") {
  const Dataset data = topics(2, 60, 10, 3).data;
  TuneOptions options = tuned_options(kDa);
  options.lambda = {0.1};
  CHECK(with_default_grids(options, data).untuned == kDa);
  options.lambda_u = {1};
  CHECK(with_default_grids(options, data).untuned.empty());
}

TEST_CASE("means and standard errors are those of the folds") {
  // rows 2i and 2i + 1 are of one class each; lambda is so large that all
  // outputs are nearly 0 but of the right sign, so that every fold is right
  const Dataset data = topics(2, 80, 40, 3).data;
  TuneOptions options = tuned_options(kSvm);
  options.lambda = {1, 0.01};
  options.folds = 4;
  options.repeats = 2;
  const TuneResult result = tune(data, options);
  REQUIRE(result.points.size() == 2);
  CHECK(result.folds == 4);
  CHECK(result.repeats == 2);
  Doubles accuracies;
  for (int repeat = 0; repeat < 2; ++repeat) {
    const Folds folds = stratified_folds(data, 4, options.seed + repeat);
    const Doubles right =
        fold_accuracies(data, options.train, folds, {0.01, 1});
    accuracies.insert(accuracies.end(), right.begin(), right.end());
  }
  double mean = 0, squares = 0;
  for (const double accuracy : accuracies)
    mean += accuracy / 8;
  for (const double accuracy : accuracies)
    squares += (accuracy - mean) * (accuracy - mean);
  CHECK(result.points[1].lambda == 0.01);
  CHECK(result.points[1].accuracy == doctest::Approx(mean));
  CHECK(result.points[1].standard_error ==
        doctest::Approx(std::sqrt(squares / 7 / 4)));
}

TEST_CASE("the model written is the chosen point's, trained on all rows") {
  const Dataset data = topics(3, 120, 20, 9).data;
  TuneOptions options = tuned_options(kDa);
  options.lambda = {0.1, 0.01, 0.001};
  options.lambda_u = {0, 1};
  options.folds = 3;
  const TuneResult result = tune(data, options);
  REQUIRE(result.points.size() == 6);
  const TunePoint& chosen = result.points[result.chosen];
  CHECK(result.options.linear.lambda == chosen.lambda);
  CHECK(result.options.linear.lambda_u == chosen.lambda_u);
  TrainOptions again = options.train;
  again.linear.lambda = chosen.lambda;
  again.linear.lambda_u = chosen.lambda_u;
  CHECK(train(data, again).model.linear()->weights ==
        result.refitted.model.linear()->weights);
  CHECK(chosen.accuracy >= result.points[result.best].accuracy -
                               result.points[result.best].standard_error);
}

TEST_CASE("a lambda that cannot learn is not chosen") {
  const Dataset data = topics(4, 160, 40, 2).data;
  TuneOptions options = tuned_options(kSvm);
  options.lambda = {1e4, 0.01};
  options.train.linear.bias = 0;
  options.choice = Choice::Best;
  const TuneResult result = tune(data, options);
  CHECK(result.points[result.chosen].accuracy >= result.points[0].accuracy);
  CHECK(result.points[result.chosen].accuracy > 0.8);
}

TEST_CASE("few labels repeat the folds; leaving one out does not") {
  const Dataset data = topics(2, 60, 10, 3).data;  // 20 labels
  TuneOptions options = tuned_options(kSvm);
  options.lambda = {0.1};
  CHECK(tune(data, options).repeats == 5);
  options.folds = 0;
  const TuneResult result = tune(data, options);
  CHECK(result.repeats == 1);
  CHECK(result.folds == 20);
}

TEST_CASE("an interrupted run still gives a model") {
  const Dataset data = topics(2, 60, 6, 3).data;
  for (const std::string_view method : {kDa, kTvRls, kLapRls}) {
    CAPTURE(std::string(method));
    TuneOptions options = tuned_options(method);
    const bool linear = method == kDa;
    if (linear)
      options.lambda = {0.1, 0.01};
    else
      options.gamma = {0.1, 0.5};
    options.folds = 3;
    int calls = 0;
    const TuneResult result =
        tune(data, options, [&](const ProgressRecord& record) {
          return record.stage == "neighbors" || ++calls < (linear ? 20 : 2);
        });
    CHECK(result.points.size() == 2);
    CHECK(result.refitted.model.head().features == data.rows.cols());
    if (linear) {
      CHECK(result.refitted.summary.stop == Stop::Interrupted);
      CHECK(result.refitted.model.linear()->weights.size() ==
            static_cast<std::size_t>(data.rows.cols() + 1));
    } else {
      CHECK(std::isnan(result.points[0].accuracy));
    }
  }
}

TEST_CASE("a graph method is tuned over gamma, neighbors and width") {
  const Topics corpus = topics(3, 90, 6, 5);
  const Dataset& data = corpus.data;
  TrainOptions training = graph_training(kTvRls);
  training.graph.kernel.form = KernelForm::Rbf;
  TuneOptions options;
  options.train = training;
  options.gamma = {0.5, 0.1};
  options.neighbors = {4, 8};
  options.width = {1, 2};
  options.folds = 3;
  options.repeats = 2;
  const TuneResult result = tune(data, options);

  REQUIRE(result.points.size() == 8);
  CHECK(result.points[0].neighbors == 4);
  CHECK(result.points[0].width == 2);
  CHECK(result.points[0].gamma == 0.1);
  CHECK(result.points[0].lambda == 0.1);  // the default
  const auto take = [&](const TunePoint& point) {
    training.graph.options.gamma = point.gamma;
    training.graph.kernel.width = point.width;
    training.graph.making.neighbors.neighbors = point.neighbors;
  };
  for (const std::size_t p : {0, 3, 6}) {
    take(result.points[p]);
    double mean = 0;
    for (int repeat = 0; repeat < 2; ++repeat) {
      const Folds folds = stratified_folds(data, 3, options.seed + repeat);
      for (int fold = 0; fold < 3; ++fold) {
        const Dataset rest = without_fold(data, folds, fold);
        const Labels said = predicted(train(rest, training).model, data.rows);
        double right = 0, all = 0;
        for (std::size_t i = 0; i < folds.rows.size(); ++i) {
          const Index row = folds.rows[i];
          if (folds.fold[i] != fold) continue;
          all += 1;
          right += said[row] == data.labels[row] ? 1 : 0;
        }
        mean += right / all / 6;
      }
    }
    CHECK(result.points[p].accuracy == doctest::Approx(mean).epsilon(1e-12));
  }
  take(result.points[result.chosen]);
  const TrainResult again = train(data, training);
  CHECK(scores(again.model, data.rows) ==
        scores(result.refitted.model, data.rows));
  CHECK(again.labels == result.refitted.labels);
}

TEST_CASE("a graph that is given is tuned as it is") {
  const Dataset data = topics(2, 60, 6, 3).data;
  TrainOptions training = graph_training(kLapRls);
  training.graph.graph = neighbor_graph(nearest_neighbors(data.rows));
  TuneOptions options;
  options.train = training;
  options.lambda = {0.1, 0.01};
  options.folds = 3;
  const TuneResult result = tune(data, options);
  CHECK(result.points.size() == 2);
  CHECK(result.refitted.summary.graph->edges == training.graph.graph->edges());
  options.neighbors = {5};
  CHECK_THROWS_AS((void)tune(data, options), Invalid);
}

TEST_CASE("tune refuses what it cannot do") {
  Dataset data = topics(2, 60, 10, 3).data;
  const auto refused = [&](std::string_view method, const auto& change) {
    TuneOptions options = tuned_options(method);
    change(options);
    CHECK_THROWS_AS((void)tune(data, options), Invalid);
  };
  refused(kSvm, [](auto& o) { o.folds = 1; });
  refused(kSvm, [](auto& o) { o.repeats = -1; });
  refused(kSvm, [](auto& o) { o.lambda = {0.1, -1}; });
  // grids that the method does not have
  refused(kSvm, [](auto& o) { o.gamma = {1}; });
  refused(kCheegerRls, [](auto& o) { o.gamma = {1}; });
  refused(kCheegerRls, [](auto& o) { o.lambda_u = {1}; });
  refused(kTvRls, [](auto& o) {
    o.train.graph.kernel.form = KernelForm::Linear;
    o.width = {1};
  });
  data.rows = invalid_rows()[0].rows;
  refused(kSvm, [](auto&) {});
  data = topics(2, 60, 10, 3).data;
  data.multi_label = true;
  CHECK_THROWS_AS((void)tune(data, tuned_options(kSvm)), DataError);
}

}  // namespace
}  // namespace semilin::test
