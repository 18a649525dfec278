#include "learn/label_sets.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "semilin/base/error.h"
#include "semilin/matrix/label_sets.h"

#include "base/progress_parts.h"

namespace semilin {
namespace {

// The default tolerance of the annealing of one of many labels: finds more on
// new documents in half of the time (docs/design-log.md).
constexpr double kTolerance = 3e-3;

void require_numbers_a_label(const TrainOptions& options, std::size_t labels) {
  require(options.class_sizes.source != SizeSource::Given ||
              options.class_sizes.sizes.size() == labels,
          "train: class sizes need one number per label, " +
              std::to_string(labels) + ", got " +
              std::to_string(options.class_sizes.sizes.size()));
  const std::vector<double>& weights = options.linear.class_weights;
  require(weights.empty() || weights.size() == labels,
          "train: one weight per label");
}

TrainOptions options_of(const TrainOptions& options, std::size_t k) {
  TrainOptions one = options;
  double& tolerance = one.linear.tolerance;
  const bool anneals = options.method == kDa || options.method == kCommittee;
  if (anneals && tolerance == LinearOptions{}.tolerance) tolerance = kTolerance;
  if (options.class_sizes.source == SizeSource::Given)
    one.class_sizes.sizes = {options.class_sizes.sizes[k]};
  if (!options.linear.class_weights.empty())
    one.linear.class_weights = {1, options.linear.class_weights[k]};
  return one;
}

bool has_other_side(const Dataset& binary) {
  for (Index i = 0; i < std::ssize(binary.labels); ++i)
    if (binary.labels[i] == 0 && binary.cost(i) > 0) return true;
  return false;
}

// Puts a binary model in as output k.
void put_output(const LinearModel& one, std::size_t k, LinearModel& all) {
  const std::size_t outputs = all.classes.size();
  all.weights.resize(one.weights.size() * outputs);
  for (std::size_t j = 0; j < one.weights.size(); ++j)
    all.weights[j * outputs + k] = one.weights[j];
  all.offsets[k] = one.offsets[0];
}

// The figures of label k, of which there are `labels`.
void add_sizes(const TrainSummary& one, std::size_t labels, TrainSummary& all) {
  const auto add = [](const std::vector<double>& from,
                      std::vector<double>& to) {
    if (from.size() == 2) to.push_back(from[1]);
  };
  add(one.class_sizes, all.class_sizes);
  add(one.predicted, all.predicted);
  add(one.supervised_predicted, all.supervised_predicted);
  all.agreement += one.agreement / static_cast<double>(labels);
}

void add_summary(const TrainSummary& from, TrainSummary& to) {
  to.objective += from.objective;
  if (to.stop == Stop::Converged) to.stop = from.stop;
  to.seconds += from.seconds;
  const LinearFigures& one = *from.linear;
  LinearFigures& all = *to.linear;
  all.gradient_norm = std::max(all.gradient_norm, one.gradient_norm);
  all.entropy = std::max(all.entropy, one.entropy);
  all.rho = one.rho;
  all.temperature = one.temperature;
  all.retrainings += one.retrainings;
  all.dual_epochs += one.dual_epochs;
  all.newton_iterations += one.newton_iterations;
  all.cg_iterations += one.cg_iterations;
  all.switches += one.switches;
  all.products += one.products;
}

// The part of the summary that all labels share.
TrainSummary start_summary(TrainSummary one) {
  one.class_sizes.clear();
  one.predicted.clear();
  one.supervised_predicted.clear();
  one.agreement = 0;
  one.held_out_rows = 0;
  one.held_out_accuracy = 0;
  return one;
}

// The fits of some labels, and their means for the others.
Calibration spread(const Calibration& fits,
                   const std::vector<std::size_t>& fitted, std::size_t labels) {
  const auto over_all = [&](const std::vector<double>& values) {
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) /
                        static_cast<double>(values.size());
    std::vector<double> all(labels, mean);
    for (std::size_t i = 0; i < fitted.size(); ++i)
      all[fitted[i]] = values[i];
    return all;
  };
  return {over_all(fits.slopes), over_all(fits.shifts), over_all(fits.lapses)};
}

}  // namespace

bool every_label_has_two_sides(const Dataset& data) {
  const LabelSets sets = label_sets(data);
  for (std::size_t k = 0; k < sets.names.size(); ++k)
    if (!has_other_side(one_label(data, sets, static_cast<std::int32_t>(k))))
      return false;
  return !sets.names.empty();
}

TrainResult train_label_sets(
    const Dataset& data, const TrainOptions& options, const Progress& progress,
    const std::function<TrainResult(const Dataset&, TrainOptions,
                                    const Progress&)>& train_one) {
  const LabelSets sets = label_sets(data);
  const std::size_t labels = sets.names.size();
  if (labels == 0) throw DataError("expected rows with labels, found none");
  require_numbers_a_label(options, labels);
  LinearModel model;
  model.multi_label = true;
  model.classes = sets.names;
  model.features = data.rows.cols();
  model.offsets.assign(labels, 0.0);
  TrainResult result;
  result.supervised = model;
  result.labels.resize(data.rows.rows() * labels);
  ProgressParts parts(progress, static_cast<double>(labels));
  for (std::size_t k = 0; k < labels; ++k) {
    const Dataset binary = one_label(data, sets, static_cast<std::int32_t>(k));
    if (!has_other_side(binary))
      throw DataError("expected a labeled row without the label " +
                      sets.names[k] + ", found none");
    const TrainResult one = train_one(binary, options_of(options, k),
                                      parts.part(static_cast<double>(k)));
    model.bias = result.supervised.bias = one.model.linear()->bias;
    put_output(*one.model.linear(), k, model);
    put_output(one.supervised, k, result.supervised);
    for (std::size_t i = 0; i < one.labels.size(); ++i)
      result.labels[i * labels + k] = one.labels[i];
    if (k > 0) {
      add_summary(one.summary, result.summary);
    } else {
      result.summary = start_summary(one.summary);
    }
    add_sizes(one.summary, labels, result.summary);
  }
  result.model = std::move(model);
  return result;
}

Calibration calibrate_label_sets(
    const Dataset& data, const TrainOptions& options,
    const std::function<Calibration(const Dataset&, TrainOptions)>&
        calibrate_one) {
  const LabelSets sets = label_sets(data);
  require_numbers_a_label(options, sets.names.size());
  Calibration all;
  std::vector<std::size_t> fitted;  // labels
  for (std::size_t k = 0; k < sets.names.size(); ++k) {
    const Dataset one = one_label(data, sets, static_cast<std::int32_t>(k));
    if (!rare_classes(one).empty()) continue;
    const Calibration fit = calibrate_one(one, options_of(options, k));
    if (fit.slopes.empty()) return {};
    fitted.push_back(k);
    all.slopes.push_back(fit.slopes[0]);
    all.shifts.push_back(fit.shifts[0]);
    all.lapses.push_back(fit.lapses[0]);
  }
  if (fitted.empty()) {
    throw DataError(
        "probabilities needs a label that two rows have and two have not");
  }
  return spread(all, fitted, sets.names.size());
}

}  // namespace semilin
