#include "semilin/linear/tune.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "semilin/base/error.h"

#include "base/stopwatch.h"
#include "linear/trainable.h"

namespace semilin {
namespace {

constexpr int kRowsHeldOut = 100;  // over all repeats, at least ...
constexpr int kMostRepeats = 5;    // ... in so many

std::vector<GridPoint> grid(const Dataset& data, const TuneOptions& options) {
  std::vector<double> lambdas = options.lambda;
  std::vector<double> lambda_us = options.lambda_u;
  if (lambdas.empty()) lambdas = {lambda_in_force(data, options.linear)};
  if (lambda_us.empty()) lambda_us = {options.linear.lambda_u};
  const auto tidy = [](std::vector<double>& values, auto before) {
    std::sort(values.begin(), values.end(), before);
    values.erase(std::unique(values.begin(), values.end()), values.end());
  };
  tidy(lambdas, std::greater<>());
  tidy(lambda_us, std::less<>());
  std::vector<GridPoint> points;
  for (const double lambda : lambdas) {
    for (const double lambda_u : lambda_us)
      points.push_back({lambda, lambda_u});
  }
  return points;
}

int repeats_for(const TuneOptions& options, Index labeled) {
  if (options.folds == 0) return 1;
  if (options.repeats > 0) return options.repeats;
  const auto rows = static_cast<int>(std::min<Index>(labeled, kRowsHeldOut));
  return std::clamp((kRowsHeldOut + rows - 1) / std::max(rows, 1), 1,
                    kMostRepeats);
}

// Appends the accuracy of each fold.
void add_accuracies(const Dataset& data, const TuneOptions& options,
                    const Folds& folds, const std::vector<double>& outputs,
                    std::vector<double>& accuracies) {
  const std::size_t width = outputs.size() / folds.rows.size();
  std::vector<double> right(folds.count, 0.0);
  std::vector<double> all(folds.count, 0.0);
  for (std::size_t i = 0; i < folds.rows.size(); ++i) {
    const std::int32_t label = data.labels[folds.rows[i]];
    const double cost = row_cost(data, options.linear, folds.rows[i]);
    all[folds.fold[i]] += cost;
    if (best_class({&outputs[i * width], width}) == label)
      right[folds.fold[i]] += cost;
  }
  for (int fold = 0; fold < folds.count; ++fold)
    accuracies.push_back(right[fold] / all[fold]);
}

void set_mean(const std::vector<double>& accuracies, int folds,
              TunePoint& point) {
  const auto count = static_cast<double>(accuracies.size());
  double mean = 0;
  for (const double accuracy : accuracies)
    mean += accuracy / count;
  double squares = 0;
  for (const double accuracy : accuracies)
    squares += (accuracy - mean) * (accuracy - mean);
  point.accuracy = mean;
  point.standard_error =
      count > 1 ? std::sqrt(squares / (count - 1) / folds) : 0.0;
}

bool measured(const TunePoint& point) {
  return !std::isnan(point.accuracy);
}

// lambda_u first: what the unlabelled rows do must earn its place.
bool plainer(const TunePoint& a, const TunePoint& b) {
  return a.lambda_u != b.lambda_u ? a.lambda_u < b.lambda_u
                                  : a.lambda > b.lambda;
}

// Measures every point of result.points; true if it was not interrupted.
bool cross_validate(const Dataset& data, const TuneOptions& options,
                    const std::vector<GridPoint>& points, TuneResult& result,
                    const Progress& progress) {
  std::vector<std::vector<double>> accuracies(points.size());
  bool complete = true;
  for (int repeat = 0; repeat < result.repeats && complete; ++repeat) {
    const Folds folds =
        options.folds == 0
            ? leave_one_out(data)
            : stratified_folds(data, options.folds, options.seed + repeat);
    result.folds = folds.count;
    const Progress part = [&](ProgressRecord record) {
      record.fraction_done = (repeat + record.fraction_done) / result.repeats;
      return progress(record);
    };
    const HeldOut held_out =
        held_out_outputs(data, options.linear, folds, points, options.held_out,
                         progress ? part : progress);
    result.products += held_out.products;
    for (std::size_t p = 0; p < points.size(); ++p) {
      complete = complete && !held_out.outputs[p].empty();
      if (held_out.outputs[p].empty()) continue;
      add_accuracies(data, options, folds, held_out.outputs[p], accuracies[p]);
    }
  }
  for (std::size_t p = 0; p < points.size(); ++p) {
    TunePoint& point = result.points.emplace_back();
    point.lambda = points[p].lambda;
    point.lambda_u = points[p].lambda_u;
    point.accuracy = point.standard_error = std::nan("");
    if (!accuracies[p].empty()) set_mean(accuracies[p], result.folds, point);
  }
  return complete;
}

}  // namespace

std::size_t choose_point(const std::vector<TunePoint>& points, Choice choice,
                         std::size_t& best) {
  best = points.size();
  for (std::size_t p = 0; p < points.size(); ++p) {
    if (!measured(points[p])) continue;
    if (best == points.size() || points[p].accuracy > points[best].accuracy ||
        (points[p].accuracy == points[best].accuracy &&
         plainer(points[p], points[best]))) {
      best = p;
    }
  }
  require(best < points.size(), "tune: no point was measured");
  if (choice == Choice::Best) return best;
  const double least = points[best].accuracy - points[best].standard_error;
  std::size_t chosen = best;
  for (std::size_t p = 0; p < points.size(); ++p) {
    if (measured(points[p]) && points[p].accuracy >= least &&
        plainer(points[p], points[chosen])) {
      chosen = p;
    }
  }
  return chosen;
}

TuneResult tune_linear(const Dataset& data, const TuneOptions& options,
                       const Progress& progress) {
  const Stopwatch watch;
  require(options.folds == 0 || options.folds >= 2,
          "tune: folds must be 0 (leave one out) or at least 2, got " +
              std::to_string(options.folds));
  require(options.repeats >= 0, "tune: repeats must not be negative");
  TuneResult result;
  result.repeats = repeats_for(options, data.labeled());
  result.options = options.linear;
  const bool complete =
      cross_validate(data, options, grid(data, options), result, progress);
  result.seconds = watch.seconds();
  if (std::any_of(result.points.begin(), result.points.end(), measured)) {
    result.chosen = choose_point(result.points, options.choice, result.best);
    result.options.lambda = result.points[result.chosen].lambda;
    result.options.lambda_u = result.points[result.chosen].lambda_u;
  }
  result.refitted = train_linear(
      data, result.options,
      complete ? progress : [](const ProgressRecord&) { return false; });
  return result;
}

}  // namespace semilin
