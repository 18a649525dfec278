// Calibration by rows whose labels the models did not know.
#include <algorithm>
#include <utility>

#include "semilin/base/error.h"
#include "semilin/learn/train.h"

#include "base/progress_parts.h"
#include "learn/label_sets.h"
#include "learn/learner.h"
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
            "folds: rows must be labeled rows, ascending");
    require(folds.fold[i] >= -1 && folds.fold[i] < folds.count,
            "folds: a row is in no fold");
  }
}

// The model of the labels alone.
constexpr GridPoint kSupervised{.lambda_u = 0};

// Puts the outputs of supervised models into those of their points.
void hold_out_supervised(const Dataset& data, const Learner& learner,
                         const Folds& folds, std::span<const GridPoint> points,
                         std::vector<std::size_t> supervised,
                         const HeldOutOptions& options,
                         const Progress& progress, HeldOut& result) {
  const auto lambda_of = [&](std::size_t p) {
    return points[p].lambda ? *points[p].lambda
                            : lambda_in_force(data, learner.linear());
  };
  std::stable_sort(supervised.begin(), supervised.end(),
                   [&](std::size_t a, std::size_t b) {
                     return lambda_of(a) > lambda_of(b);
                   });
  std::vector<double> lambdas;
  lambdas.reserve(supervised.size());
  for (const std::size_t p : supervised)
    lambdas.push_back(lambda_of(p));
  FoldBatch batch(data, learner.linear(), learner.kind().loss, folds, options);
  Index calls = 0;
  std::vector<std::vector<double>> outputs =
      batch.run(lambdas, [&](double done) {
        ProgressRecord record;
        record.iteration = ++calls;
        record.fraction_done = done;
        return !progress || progress(record);
      });
  result.products += batch.products();
  for (std::size_t s = 0; s < outputs.size(); ++s)
    result.outputs[supervised[s]] = std::move(outputs[s]);
}

// The points of a grid, of which the supervised ones learn from no unlabeled
// row.
struct GridParts {
  std::vector<std::size_t> supervised;
  std::vector<std::pair<std::size_t, std::unique_ptr<Learner>>> others;
};

template <class Learns>
GridParts part_grid(std::span<const GridPoint> grid, const Learner& learner,
                    double rough_tolerance, const Learns& learns) {
  GridParts points;
  for (std::size_t p = 0; p < grid.size(); ++p) {
    require(grid[p].lambda.value_or(1) > 0 && grid[p].lambda_u.value_or(0) >= 0,
            "grid: lambda must be positive, and lambda-u not negative");
    GridPoint rough = grid[p];
    rough.tolerance = std::max(rough.tolerance, rough_tolerance);
    std::unique_ptr<Learner> one = learner.at(rough);
    if (learns(one->linear()) && grid[p].lambda_u != 0)
      points.others.emplace_back(p, std::move(one));
    else
      points.supervised.push_back(p);
  }
  return points;
}

}  // namespace

HeldOut Trainer::held_out(const Dataset& data, const Learner& learner,
                          const ClassSizeOptions& wanted, const Folds& folds,
                          std::span<const GridPoint> points,
                          const HeldOutOptions& options,
                          const Progress& progress) const {
  require_folds(data, folds);
  const GridParts parted =
      part_grid(points, learner, options.rough_tolerance,
                [&, unlabeled = data.rows.rows() -
                                data.labeled()](const LinearOptions& linear) {
                  return learns_from(unlabeled, linear);
                });
  const std::vector<std::size_t>& supervised = parted.supervised;
  const auto& others = parted.others;
  HeldOut result;
  result.outputs.resize(points.size());
  // A supervised point costs little beside another.
  ProgressParts parts(
      progress, static_cast<double>(others.size() * folds.count) + 1, "folds");
  if (!supervised.empty()) {
    hold_out_supervised(data, learner, folds, points, supervised, options,
                        parts.part(0), result);
    if (result.outputs[supervised[0]].empty()) return result;
  }
  double done = 1;
  for (const auto& other : others) {
    Learner& one = *other.second;
    std::vector<double>& outputs = result.outputs[other.first];
    outputs = fold_by_fold(
        folds,
        [&](int fold, std::span<const Index> rows) -> std::vector<double> {
          const Progress part = parts.part(done++);
          if (part && !part({.stage = "folds", .iteration = fold})) return {};
          const TrainResult trained =
              run(with_unlabeled(data, folds, fold), one, wanted, part);
          if (trained.summary.stop == Stop::Interrupted) return {};
          if (trained.summary.linear)
            result.products += trained.summary.linear->products;
          return scores(trained.model, data.rows.select(rows),
                        one.linear().threads);
        });
    if (outputs.empty()) return result;
  }
  return result;
}

HeldOut Trainer::held_out(const Folds& folds, std::span<const GridPoint> points,
                          const HeldOutOptions& options,
                          const Progress& progress) {
  require_whole(data_, "held_out");
  require(learner_ != nullptr,
          "held_out: not of multi-label data, nor of labels of one class");
  return held_out(data_, *learner_, options_.class_sizes, folds, points,
                  options, progress);
}

Calibration Trainer::calibration(const Dataset& data, const Learner& learner,
                                 const ClassSizeOptions& wanted, bool fell_back,
                                 const Progress& progress) const {
  const Folds folds = few_folds(data);
  const GridPoint point = fell_back ? kSupervised : GridPoint{};
  const HeldOut found =
      held_out(data, learner, wanted, folds, {&point, 1}, {}, progress);
  if (found.outputs[0].empty()) return {};
  return calibrate_outputs(data, folds, found.outputs[0], {});
}

void Trainer::calibrate(TrainResult& result, const Progress& progress) {
  require_whole(data_, "calibrate");
  const auto calibrate_one = [&](const Dataset& one, TrainOptions options) {
    const auto learner = make_learner(method_, one, options, progress);
    return calibration(one, *learner, options.class_sizes, false, progress);
  };
  if (!learner_ && !has_label_sets(data_))
    throw DataError("probabilities: labels of one class tell none");
  Calibration& fit = result.model.head().calibration;
  fit = learner_ ? calibration(data_, *learner_, options_.class_sizes,
                               result.summary.fell_back, progress)
                 : calibrate_label_sets(data_, options_, calibrate_one);
  if (fit.slopes.empty()) result.summary.stop = Stop::Interrupted;
  if (!result.model.head().classes.empty())  // a calibration alone
    know_empty_rows(result.model, data_, result.summary);
}

}  // namespace semilin
