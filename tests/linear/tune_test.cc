#include "semilin/linear/tune.h"

#include <cmath>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "support/problems.h"

namespace semilin {
namespace {

using test::topics;

TuneOptions tuned_options(Method method) {
  TuneOptions options;
  options.linear.method = method;
  options.linear.class_sizes.source = SizeSource::Labels;
  options.linear.threads = 1;
  return options;
}

TEST_CASE("one standard error takes the plainest of the good points") {
  // lambda, lambda_u, accuracy, standard error
  const std::vector<TunePoint> points = {
      {1, 0, 0.70, 0.02},    {0.1, 0, 0.79, 0.02},
      {0.1, 1, 0.81, 0.03},  {0.01, 0, 0.80, 0.02},
      {0.01, 1, 0.82, 0.03}, {0.001, 0, std::nan(""), 0}};
  std::size_t best = 0;
  CHECK(choose_point(points, Choice::Best, best) == 4);
  // within 0.03 of 0.82 are all but the first; lambda_u 0, then lambda 0.1
  CHECK(choose_point(points, Choice::OneStandardError, best) == 1);
  CHECK(best == 4);
  CHECK_THROWS_AS((void)choose_point({points.back()}, Choice::Best, best),
                  std::invalid_argument);
}

TEST_CASE("means and standard errors are those of the folds") {
  // rows 2i and 2i + 1 are of one class each; lambda is so large that all
  // outputs are nearly 0 but of the right sign, so that every fold is right
  const Dataset data = topics(2, 80, 40, 3).data;
  TuneOptions options = tuned_options(Method::Svm);
  options.lambda = {1, 0.01};
  options.folds = 4;
  options.repeats = 2;
  const TuneResult result = tune_linear(data, options);
  REQUIRE(result.points.size() == 2);
  CHECK(result.folds == 4);
  CHECK(result.repeats == 2);
  std::vector<double> accuracies;
  for (int repeat = 0; repeat < 2; ++repeat) {
    const Folds folds = stratified_folds(data, 4, options.seed + repeat);
    const GridPoint point{0.01, 1};
    const HeldOut held_out =
        held_out_outputs(data, options.linear, folds, {&point, 1});
    std::vector<double> right(4, 0.0), all(4, 0.0);
    for (std::size_t i = 0; i < folds.rows.size(); ++i) {
      const bool positive = held_out.outputs[0][i] > 0;
      all[folds.fold[i]] += 1;
      right[folds.fold[i]] +=
          positive == (data.labels[folds.rows[i]] == 1) ? 1 : 0;
    }
    for (int fold = 0; fold < 4; ++fold)
      accuracies.push_back(right[fold] / all[fold]);
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
  TuneOptions options = tuned_options(Method::Da);
  options.lambda = {0.1, 0.01, 0.001};
  options.lambda_u = {0, 1};
  options.folds = 3;
  const TuneResult result = tune_linear(data, options);
  REQUIRE(result.points.size() == 6);
  const TunePoint& chosen = result.points[result.chosen];
  CHECK(result.options.lambda == chosen.lambda);
  CHECK(result.options.lambda_u == chosen.lambda_u);
  LinearOptions again = options.linear;
  again.lambda = chosen.lambda;
  again.lambda_u = chosen.lambda_u;
  CHECK(train_linear(data, again).model.weights ==
        result.refitted.model.weights);
  CHECK(chosen.accuracy >= result.points[result.best].accuracy -
                               result.points[result.best].standard_error);
}

TEST_CASE("a lambda that cannot learn is not chosen") {
  const Dataset data = topics(4, 160, 40, 2).data;
  TuneOptions options = tuned_options(Method::Svm);
  options.lambda = {1e4, 0.01};
  options.linear.bias = 0;
  options.choice = Choice::Best;
  const TuneResult result = tune_linear(data, options);
  CHECK(result.points[result.chosen].accuracy >= result.points[0].accuracy);
  CHECK(result.points[result.chosen].accuracy > 0.8);
}

TEST_CASE("few labels repeat the folds; leaving one out does not") {
  const Dataset data = topics(2, 60, 10, 3).data;  // 20 labels
  TuneOptions options = tuned_options(Method::Svm);
  options.lambda = {0.1};
  CHECK(tune_linear(data, options).repeats == 5);
  options.folds = 0;
  const TuneResult result = tune_linear(data, options);
  CHECK(result.repeats == 1);
  CHECK(result.folds == 20);
}

TEST_CASE("an interrupted run still gives a model") {
  const Dataset data = topics(2, 60, 10, 3).data;
  TuneOptions options = tuned_options(Method::Da);
  options.lambda = {0.1, 0.01};
  options.lambda_u = {0, 1};
  int calls = 0;
  const TuneResult result = tune_linear(
      data, options, [&](const ProgressRecord&) { return ++calls < 20; });
  CHECK(result.refitted.summary.stop == Stop::Interrupted);
  CHECK(result.refitted.model.weights.size() ==
        static_cast<std::size_t>(data.rows.cols() + 1));
  CHECK(result.points.size() == 4);
}

TEST_CASE("tune refuses what it cannot do") {
  const Dataset data = topics(2, 60, 10, 3).data;
  TuneOptions options = tuned_options(Method::Svm);
  options.folds = 1;
  CHECK_THROWS_AS((void)tune_linear(data, options), std::invalid_argument);
  options.folds = 5;
  options.repeats = -1;
  CHECK_THROWS_AS((void)tune_linear(data, options), std::invalid_argument);
  options.repeats = 0;
  options.lambda = {0.1, -1};
  CHECK_THROWS_AS((void)tune_linear(data, options), std::invalid_argument);
}

}  // namespace
}  // namespace semilin
