#include "semilin/linear/cross_validation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "semilin/base/error.h"

#include "base/stopwatch.h"
#include "linear/fold_batch.h"
#include "linear/held_out_rows.h"
#include "linear/trainable.h"

namespace semilin {
namespace {

void require_folds(const Dataset& data, const Folds& folds) {
  require(folds.rows.size() == folds.fold.size(), "folds: one fold a row");
  for (std::size_t i = 0; i < folds.rows.size(); ++i) {
    const Index row = folds.rows[i];
    require(row >= (i == 0 ? 0 : folds.rows[i - 1] + 1) &&
                row < data.rows.rows() && data.labels[row] != kUnlabeled,
            "folds: rows must be labelled rows, ascending");
    require(folds.fold[i] >= -1 && folds.fold[i] < folds.count,
            "folds: a row is in no fold");
  }
}

bool is_supervised(const Dataset& data, const LinearOptions& options,
                   const GridPoint& point) {
  const bool semi = is_semisupervised(options.method);
  return !semi || point.lambda_u == 0 || data.labeled() == data.rows.rows();
}

// Positions of points in the order of falling lambda.
std::vector<std::size_t> by_falling_lambda(std::span<const GridPoint> points,
                                           std::vector<std::size_t> chosen) {
  std::stable_sort(chosen.begin(), chosen.end(),
                   [&](std::size_t a, std::size_t b) {
                     return points[a].lambda > points[b].lambda;
                   });
  return chosen;
}

// The data without the rows of a fold: their cost is 0.
Dataset without(const Dataset& data, const Folds& folds, int fold) {
  Dataset rest = data;
  if (rest.costs.empty()) rest.costs.assign(rest.labels.size(), 1.0);
  for (std::size_t i = 0; i < folds.rows.size(); ++i)
    if (folds.fold[i] == fold) rest.costs[folds.rows[i]] = 0;
  return rest;
}

// Tells how far a cross-validation is; false: end it.
class Steps {
 public:
  Steps(const Progress& progress, double total)
      : progress_(progress), total_(total) {}

  bool at(double done) {
    if (!progress_) return true;
    ProgressRecord record;
    record.stage = "folds";
    record.iteration = ++calls_;
    record.seconds = watch_.seconds();
    record.fraction_done = done / total_;
    return progress_(record);
  }

 private:
  const Progress& progress_;
  double total_;
  Index calls_ = 0;
  Stopwatch watch_;
};

}  // namespace

HeldOut held_out_outputs(const Dataset& data, const LinearOptions& options,
                         const Folds& folds, std::span<const GridPoint> points,
                         const HeldOutOptions& held_out,
                         const Progress& progress) {
  require_trainable(data, options);
  require_folds(data, folds);
  std::vector<std::size_t> supervised;
  std::vector<std::size_t> others;
  for (std::size_t p = 0; p < points.size(); ++p) {
    require(points[p].lambda > 0 && points[p].lambda_u >= 0,
            "grid: lambda must be positive, and lambda-u not negative");
    (is_supervised(data, options, points[p]) ? supervised : others)
        .push_back(p);
  }
  HeldOut result;
  result.outputs.resize(points.size());
  // A supervised point costs little beside another.
  const auto rest = static_cast<double>(others.size() * folds.count);
  Steps steps(progress, rest + 1);
  if (!supervised.empty()) {
    supervised = by_falling_lambda(points, supervised);
    std::vector<double> lambdas;
    lambdas.reserve(supervised.size());
    for (const std::size_t p : supervised)
      lambdas.push_back(points[p].lambda);
    FoldBatch batch(data, options, folds, held_out);
    std::vector<std::vector<double>> outputs =
        batch.run(lambdas, [&](double done) { return steps.at(done); });
    result.products += batch.products();
    if (outputs.empty()) return result;
    for (std::size_t s = 0; s < supervised.size(); ++s)
      result.outputs[supervised[s]] = std::move(outputs[s]);
  }
  double done = 1;
  for (const std::size_t p : others) {
    LinearOptions one = options;
    one.lambda = points[p].lambda;
    one.lambda_u = points[p].lambda_u;
    one.tolerance = std::max(options.tolerance, held_out.rough_tolerance);
    result.outputs[p] = fold_by_fold(
        data, folds,
        [&](int fold, const CsrStore& rows) -> std::vector<double> {
          const LinearResult trained = train_linear(
              held_out.as_unlabeled ? with_unlabeled(data, folds, fold)
                                    : without(data, folds, fold),
              one,
              [&](const ProgressRecord&) { return steps.at(done + fold); });
          if (trained.summary.stop == Stop::Interrupted) return {};
          result.products += trained.summary.products;
          return scores(trained.model, rows, options.threads);
        });
    if (result.outputs[p].empty()) return result;
    done += folds.count;
  }
  return result;
}

}  // namespace semilin
