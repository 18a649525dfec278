#include "semilin/learn/expected_accuracy.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "semilin/advanced/base/random.h"
#include "semilin/base/error.h"
#include "semilin/linear/calibration.h"
#include "semilin/matrix/label_sets.h"

#include "base/progress_parts.h"
#include "learn/class_sizes/evidence.h"
#include "learn/sampled_share.h"
#include "learn/training_rows.h"
#include "linear/copies.h"
#include "linear/held_out_rows.h"

namespace semilin {
namespace {

constexpr double kOneSided = 1.281552;  // 90 % lie below
constexpr int kMany = 5;                // folds
constexpr std::uint64_t kSeed = 1;      // draws folds and the sample
constexpr Index kPoolSample = 10000;    // unlabeled rows that are asked
constexpr std::size_t kClassRows = 10;  // needed for a class's share
constexpr Index kMoreLabels = 50;

// The options that make such a model again at least cost.
TrainOptions cheapest(TrainOptions options, const TrainSummary& summary) {
  options.method = summary.method;
  options.start.reset();
  if (summary.committee && !summary.class_sizes.empty())
    options.class_sizes = {SizeSource::Given, summary.class_sizes,
                           static_cast<double>(summary.labeled)};
  return options;
}

// Outputs by models of folds: of the folds' rows, and of the pool by each.
struct Outputs {
  std::vector<double> held_out;
  std::vector<std::vector<double>> pool;
};

struct BothOutputs {
  Outputs model, supervised;
};

class FoldRuns {
 public:
  FoldRuns(const Dataset& data, const TrainOptions& options, int trainings,
           const Progress& progress)
      : data_(data),
        threads_(options.threads),
        trainer_(data, options, progress),
        parts_(progress, trainings, "folds") {
    Random random(kSeed);
    pool_ = data.rows.select(unlabeled_sample(data, kPoolSample, random));
  }

  // No outputs: interrupted.
  BothOutputs run(const Folds& folds, bool with_pool) {
    BothOutputs found;
    std::vector<LinearModel> supervised;
    found.model.held_out = fold_by_fold(
        folds,
        [&](int fold, std::span<const Index> rows) -> std::vector<double> {
          TrainResult result = trainer_.train_on(
              labels_without(data_, folds, fold), parts_.part(done_++));
          if (result.summary.stop == Stop::Interrupted) return {};
          if (with_pool) {
            found.model.pool.push_back(score(result.model, pool_));
            found.supervised.pool.push_back(score(result.supervised, pool_));
          }
          supervised.push_back(std::move(result.supervised));
          return score(result.model, data_.rows.select(rows));
        });
    if (!found.model.held_out.empty()) {
      found.supervised.held_out =
          fold_by_fold(folds, [&](int fold, std::span<const Index> rows) {
            return score(supervised[fold], data_.rows.select(rows));
          });
    }
    return found;
  }

 private:
  std::vector<double> score(const Model& model, const CsrStore& rows) const {
    return scores(model, rows, threads_);
  }

  const Dataset& data_;
  int threads_;
  Trainer trainer_;
  CsrStore pool_;
  ProgressParts parts_;
  double done_ = 0;
};

// The weights of labeled rows as a sample of all rows; they sum to the number
// of rows drawn at random that they are worth.
struct Weights {
  std::vector<double> of;  // by rows of the folds
  double worth = 0;
  bool sampled = true;  // labels of a class are as many as chance gives
};

// Makes those of `chosen` sum to their worth, which it returns.
double normalize(const std::vector<char>& chosen,
                 std::vector<double>& weights) {
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (chosen[i] == 0) continue;
    sum += weights[i];
    squares += weights[i] * weights[i];
  }
  if (sum == 0) return 0;
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (chosen[i] != 0) weights[i] *= sum / squares;
  return sum * sum / squares;
}

// The weight of a row that repeats an earlier one is 0.
Weights sample_weights(const Dataset& data, const Folds& folds,
                       std::span<const double> drawn,
                       std::span<const double> sizes) {
  std::vector<char> known(folds.rows.size()), others(folds.rows.size());
  std::vector<double> counts(data.classes.size());
  const std::vector<Index> first = copies_among(data, folds.rows);
  for (std::size_t i = 0; i < folds.rows.size(); ++i) {
    const bool own = first[i] == static_cast<Index>(i);
    known[i] = own && !drawn.empty() && drawn[folds.rows[i]] > 0 ? 1 : 0;
    others[i] = own && known[i] == 0 ? 1 : 0;
    if (others[i] != 0) counts[data.labels[folds.rows[i]]] += 1;
  }
  const bool sampled = sizes.empty() || look_sampled(counts, sizes);
  Weights weights;
  weights.sampled = sampled;
  for (std::size_t i = 0; i < folds.rows.size(); ++i) {
    const std::int32_t label = data.labels[folds.rows[i]];
    weights.of.push_back(known[i] != 0    ? 1 / drawn[folds.rows[i]]
                         : others[i] == 0 ? 0
                         : sampled        ? 1
                                          : sizes[label] / counts[label]);
  }
  weights.worth = normalize(known, weights.of) + normalize(others, weights.of);
  return weights;
}

// The predictions for the rows that were held out and for the pool.
struct HeldOutPredictions {
  std::vector<std::int32_t> predicted;  // by rows of the folds
  std::vector<double> confidence;       // its calibrated probability
  double pool = 0;                      // mean confidence
};

// Predicts the held-out rows; `in_force` is the head of the models used.
HeldOutPredictions held_out_predictions(const Dataset& data, const Folds& folds,
                                        const Outputs& outputs,
                                        const ModelHead& in_force,
                                        std::span<const double> sizes) {
  HeldOutPredictions found;
  found.predicted = predict(in_force, outputs.held_out);
  ModelHead head = in_force;
  head.calibration = calibrate_outputs(data, folds, outputs.held_out, sizes);
  const std::size_t classes = data.classes.size();
  const std::vector<double> all = probabilities(head, outputs.held_out);
  for (std::size_t i = 0; i < found.predicted.size(); ++i)
    found.confidence.push_back(all[i * classes + found.predicted[i]]);
  double sum = 0, count = 0;
  for (const std::vector<double>& pool : outputs.pool) {
    const std::vector<std::int32_t> predicted = predict(in_force, pool);
    const std::vector<double> p = probabilities(head, pool);
    for (std::size_t i = 0; i < predicted.size(); ++i)
      sum += p[i * classes + predicted[i]];
    count += static_cast<double>(predicted.size());
  }
  found.pool = count > 0 ? sum / count : std::nan("");
  return found;
}

Sample sample_of(const Dataset& data, const Folds& folds,
                 const Weights& weights,
                 const HeldOutPredictions& predictions) {
  Sample sample;
  sample.folds = folds.count;
  double only = 0, all = 0;
  for (std::size_t i = 0; i < folds.rows.size(); ++i) {
    if (weights.of[i] == 0) continue;
    all += weights.of[i];
    if (folds.fold[i] < 0) {
      only += weights.of[i];
      continue;
    }
    sample.weight.push_back(weights.of[i]);
    sample.right.push_back(
        predictions.predicted[i] == data.labels[folds.rows[i]] ? 1 : 0);
    sample.confidence.push_back(predictions.confidence[i]);
  }
  sample.only = only / all;
  return sample;
}

// One method by its models of folds.
struct Judged {
  HeldOutPredictions rows;  // rows of many folds
  Share folds;  // how often their models are right on unlabeled rows
  Curve curve;
};

Judged judge(const Dataset& data, const Folds& many, const Folds& few,
             const Weights& weights, HeldOutPredictions by_many,
             const HeldOutPredictions& by_few) {
  const Sample sample = sample_of(data, many, weights, by_many);
  const double pool = by_many.pool;
  return {std::move(by_many),
          with_only_rows(regressed(sample, pool), sample.only),
          learning_curve(sample, sample_of(data, few, weights, by_few),
                         many.count)};
}

// With `times` as many labels as the models of folds had.
Share with_labels(const Judged& one, double times) {
  const Share& share = one.folds;
  const double factor = std::pow(times, -std::max(one.curve.exponent, 0.0));
  const double wrong = factor * (1 - share.value);
  const double spread = kZ * wrong * std::log(times) * one.curve.error;
  const double below = factor * (share.value - share.low);
  const double above = factor * (share.high - share.value);
  return {1 - wrong, std::max(0.0, 1 - wrong - std::hypot(below, spread)),
          std::min(1.0, 1 - wrong + std::hypot(above, spread))};
}

// Unlabeled rows without a feature, to which a model gives one class.
struct EmptyRows {
  double share = 0;
  Share right;
};

// How often the class is right, by labels of such rows if there are some, or
// by those of all, or by the sizes of classes if labels are no sample.
Share right_on_empty(const Dataset& data, const Folds& folds,
                     const Weights& weights, std::span<const double> sizes,
                     std::span<const Index> empty, std::int32_t given) {
  double count = 0, right = 0;
  for (const Index i : empty) {
    if (data.labels[i] == kUnlabeled) continue;
    count += 1;
    right += data.labels[i] == given ? 1 : 0;
  }
  if (weights.sampled && count >= kClassRows)
    return wilson(right / count, count);
  if (!weights.sampled) return wilson(sizes[given], weights.worth);
  double own = 0, all = 0;
  for (std::size_t i = 0; i < folds.rows.size(); ++i) {
    all += weights.of[i];
    own += data.labels[folds.rows[i]] == given ? weights.of[i] : 0;
  }
  return wilson((own + right) / (all + count), weights.worth + count);
}

EmptyRows empty_rows_of(const Dataset& data, const Folds& folds,
                        const Weights& weights, std::span<const double> sizes,
                        const Model& model) {
  const std::vector<Index> empty = empty_rows(data.rows);
  const auto unlabeled = static_cast<double>(std::ranges::count_if(
      empty, [&](Index i) { return data.labels[i] == kUnlabeled; }));
  if (unlabeled == 0) return {};
  const auto others = static_cast<double>(unlabeled_rows(data).size());
  const std::int32_t given =
      predict(model.head(),
              scores(model, data.rows.select(std::span(empty).first(1)), 1))[0];
  return {unlabeled / (unlabeled + others),
          right_on_empty(data, folds, weights, sizes, empty, given)};
}

// Both depend on the class sizes, so that their errors may have the same sign.
Share with_empty_rows(const Share& others, const EmptyRows& empty) {
  const auto both = [&](double Share::*end) {
    return (1 - empty.share) * others.*end + empty.share * empty.right.*end;
  };
  return {both(&Share::value), both(&Share::low), both(&Share::high)};
}

std::vector<std::optional<Share>> of_classes(
    const Dataset& data, const Folds& folds, const Weights& weights,
    const HeldOutPredictions& predictions) {
  std::vector<std::optional<Share>> found(data.classes.size());
  Folds own = folds;  // with the rows of one class
  for (std::size_t k = 0; k < found.size(); ++k) {
    for (std::size_t i = 0; i < folds.rows.size(); ++i) {
      const std::int32_t label = data.labels[folds.rows[i]];
      own.fold[i] = label == static_cast<std::int32_t>(k) ? folds.fold[i] : -1;
    }
    const Sample sample = sample_of(data, own, weights, predictions);
    if (sample.weight.size() >= kClassRows)
      found[k] = regressed(sample, std::nan(""));
  }
  return found;
}

void require_expectable(const Dataset& data, std::span<const double> drawn) {
  require(!has_label_sets(data), "expected accuracy: not of multi-label data");
  require(drawn.empty() || drawn.size() == data.labels.size(),
          "expected accuracy: expected a probability for each row");
  const std::size_t classes = data.classes.size() - rare_classes(data).size();
  if (classes < 2) {
    throw DataError(
        "expected accuracy: expected two classes with at least 2 labeled rows "
        "each, found " +
        std::to_string(classes));
  }
}

std::vector<HeldOutRow> rows_of(const Folds& folds, const Weights& weights,
                                const HeldOutPredictions& predictions) {
  double sum = 0;
  for (std::size_t i = 0; i < folds.rows.size(); ++i)
    if (folds.fold[i] >= 0) sum += weights.of[i];
  std::vector<HeldOutRow> rows;
  for (std::size_t i = 0; i < folds.rows.size(); ++i)
    if (folds.fold[i] >= 0 && weights.of[i] > 0)
      rows.push_back({folds.rows[i], predictions.predicted[i],
                      predictions.confidence[i], weights.of[i] / sum});
  return rows;
}

// Both kinds of folds, in which the labeled rows were held out.
struct HeldOutTwice {
  Folds many, few;
  BothOutputs with_many, with_few;
};

// None: interrupted.
std::optional<HeldOutTwice> hold_out_twice(const Dataset& data,
                                           const TrainOptions& options,
                                           const Progress& progress) {
  HeldOutTwice found{
      even_folds(data, kMany, kSeed), even_folds(data, kFew, kSeed), {}, {}};
  const Folds& many = found.many;
  const Folds& few = found.few;
  const bool same = many.count == few.count;  // classes have two labels at most
  try {
    FoldRuns runs(data, options, many.count + (same ? 0 : few.count), progress);
    found.with_many = runs.run(many, true);
    if (found.with_many.model.held_out.empty()) return std::nullopt;
    found.with_few = same ? found.with_many : runs.run(few, false);
    if (found.with_few.model.held_out.empty()) return std::nullopt;
  } catch (const Interrupted&) {
    return std::nullopt;
  }
  return found;
}

// The classes and the calibration alone.
ModelHead bare_head(const Dataset& data, const Model& model) {
  ModelHead head;
  head.classes = data.classes;
  head.calibration = model.head().calibration;
  return head;
}

}  // namespace

ExpectedAccuracy expected_accuracy(const Dataset& given,
                                   const TrainOptions& options,
                                   const TrainResult& result,
                                   std::span<const double> drawn,
                                   const Progress& progress) {
  require_whole(given, "expected accuracy");
  const Dataset data = without_empty_rows(given);
  require_expectable(data, drawn);
  const std::vector<double>& sizes = result.summary.class_sizes;
  const auto outputs =
      hold_out_twice(data, cheapest(options, result.summary), progress);
  ExpectedAccuracy found;
  if (!outputs) return found;
  const Folds& many = outputs->many;
  const Weights weights = sample_weights(data, many, drawn, sizes);
  const double nearly = 1 / (1 - 1.0 / many.count);
  const auto judged = [&](Outputs BothOutputs::*which, const Model& model) {
    const ModelHead head = bare_head(data, model);
    return judge(data, many, outputs->few, weights,
                 held_out_predictions(data, many, outputs->with_many.*which,
                                      head, sizes),
                 held_out_predictions(data, outputs->few,
                                      outputs->with_few.*which, head, sizes));
  };
  const Judged svm = judged(&BothOutputs::supervised, result.supervised);
  const Judged model = judged(&BothOutputs::model, result.model);
  const EmptyRows empty =
      empty_rows_of(data, many, weights, sizes, result.model);
  found.supervised = with_empty_rows(
      with_labels(svm, nearly),
      empty_rows_of(data, many, weights, sizes, result.supervised));
  found.model = with_empty_rows(with_labels(model, nearly), empty);
  found.classes = of_classes(data, many, weights, model.rows);
  found.held_out = rows_of(many, weights, model.rows);
  found.worth = weights.worth;
  found.more_labels = kMoreLabels;
  if (model.curve.exponent > kOneSided * model.curve.error) {
    const auto labels = static_cast<double>(many.rows.size());
    found.with_more = with_empty_rows(
        with_labels(model, nearly * (1 + kMoreLabels / labels)), empty);
  }
  return found;
}

}  // namespace semilin
