#include "semilin/linear/multilabel.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

#include "semilin/base/error.h"
#include "semilin/linear/calibration.h"

namespace semilin {
namespace {

void require_numbers_a_label(const LinearOptions& options, std::size_t labels) {
  const auto fits = [labels](const std::vector<double>& numbers) {
    return numbers.empty() || numbers.size() == labels;
  };
  require(options.class_sizes.source != SizeSource::Given ||
              options.class_sizes.sizes.size() == labels,
          "train: class sizes need one number per label, " +
              std::to_string(labels) + ", got " +
              std::to_string(options.class_sizes.sizes.size()));
  require(fits(options.class_weights), "train: one weight per label");
}

LinearOptions options_of(const LinearOptions& options, std::size_t k) {
  LinearOptions one = options;
  if (options.class_sizes.source == SizeSource::Given)
    one.class_sizes.sizes = {options.class_sizes.sizes[k]};
  if (!options.class_weights.empty())
    one.class_weights = {1, options.class_weights[k]};
  return one;
}

void require_two_sides(const Dataset& binary, const std::string& name) {
  for (std::size_t i = 0; i < binary.labels.size(); ++i) {
    const bool counts = binary.costs.empty() || binary.costs[i] > 0;
    if (counts && binary.labels[i] == 0) return;
  }
  throw DataError("expected a labelled row without the label " + name +
                  ", found none");
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
void add_sizes(const LinearSummary& one, std::size_t labels,
               LinearSummary& all) {
  const auto add = [](const std::vector<double>& from,
                      std::vector<double>& to) {
    if (from.size() == 2) to.push_back(from[1]);
  };
  add(one.class_sizes, all.class_sizes);
  add(one.predicted, all.predicted);
  add(one.supervised_predicted, all.supervised_predicted);
  all.agreement += one.agreement / static_cast<double>(labels);
}

void add_summary(const LinearSummary& one, LinearSummary& all) {
  all.objective += one.objective;
  all.gradient_norm = std::max(all.gradient_norm, one.gradient_norm);
  all.entropy = std::max(all.entropy, one.entropy);
  if (all.stop == Stop::Converged) all.stop = one.stop;
  all.rho = one.rho;
  all.temperature = one.temperature;
  all.retrainings += one.retrainings;
  all.dual_epochs += one.dual_epochs;
  all.newton_iterations += one.newton_iterations;
  all.cg_iterations += one.cg_iterations;
  all.switches += one.switches;
  all.products += one.products;
  all.seconds += one.seconds;
}

// What all labels share.
void start_summary(const LinearResult& one, LinearResult& all) {
  all.model.bias = all.supervised.bias = one.model.bias;
  all.summary = one.summary;
  all.summary.class_sizes.clear();
  all.summary.predicted.clear();
  all.summary.supervised_predicted.clear();
  all.summary.agreement = 0;
  all.summary.held_out_rows = 0;
  all.summary.held_out_accuracy = 0;
}

LinearModel empty_model(const Dataset& data, const LabelSets& sets,
                        double bias) {
  LinearModel model;
  model.multi_label = true;
  model.classes = sets.names;
  model.features = data.rows.cols();
  model.bias = bias;
  model.offsets.assign(sets.names.size(), 0.0);
  return model;
}

}  // namespace

LinearResult train_multilabel(const Dataset& data, const LinearOptions& options,
                              const Progress& progress) {
  require_valid(data, options.threads);
  const LabelSets sets = label_sets(data);
  const std::size_t labels = sets.names.size();
  if (labels == 0) throw DataError("expected rows with labels, found none");
  require_numbers_a_label(options, labels);
  LinearResult result;
  result.model = result.supervised = empty_model(data, sets, options.bias);
  result.labels.resize(data.rows.rows() * labels);
  bool interrupted = false;
  const Progress shared = [&](const ProgressRecord& record) {
    interrupted = interrupted || (progress && !progress(record));
    return !interrupted;
  };
  for (std::size_t k = 0; k < labels; ++k) {
    const Dataset binary = one_label(data, sets, static_cast<std::int32_t>(k));
    require_two_sides(binary, sets.names[k]);
    const LinearResult one =
        train_linear(binary, options_of(options, k), shared);
    put_output(one.model, k, result.model);
    put_output(one.supervised, k, result.supervised);
    for (std::size_t i = 0; i < one.labels.size(); ++i)
      result.labels[i * labels + k] = one.labels[i];
    if (k > 0) {
      add_summary(one.summary, result.summary);
    } else {
      start_summary(one, result);
    }
    add_sizes(one.summary, labels, result.summary);
  }
  return result;
}

namespace {

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

Calibration calibrate_multilabel(const Dataset& data,
                                 const LinearOptions& options,
                                 const Progress& progress) {
  require_valid(data, options.threads);
  const LabelSets sets = label_sets(data);
  require_numbers_a_label(options, sets.names.size());
  Calibration all;
  std::vector<std::size_t> fitted;  // labels
  for (std::size_t k = 0; k < sets.names.size(); ++k) {
    const Dataset one = one_label(data, sets, static_cast<std::int32_t>(k));
    if (!rare_classes(one).empty()) continue;
    const Calibration fit = calibrate(one, options_of(options, k), progress);
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

std::vector<std::int32_t> predict_sets(const ModelHead& model,
                                       std::span<const double> scores) {
  require(model.multi_label && scores.size() % model.classes.size() == 0,
          "predict_sets: needs a multi-label model and rows x labels scores");
  std::vector<std::int32_t> sets(scores.size());
  for (std::size_t e = 0; e < scores.size(); ++e)
    sets[e] = scores[e] > 0 ? 1 : 0;
  return sets;
}

SetMetrics set_metrics(std::span<const std::int32_t> truth,
                       std::span<const std::int32_t> predicted, Index labels) {
  require(labels > 0 && truth.size() == predicted.size() &&
              truth.size() % labels == 0,
          "set_metrics: truth and predictions must be rows x labels");
  SetMetrics metrics;
  metrics.rows = static_cast<Index>(truth.size()) / labels;
  metrics.labels.resize(labels);
  Index right = 0;
  Index wrong = 0;
  for (Index i = 0; i < metrics.rows; ++i) {
    Index errors = 0;
    for (Index k = 0; k < labels; ++k) {
      const bool is = truth[i * labels + k] != 0;
      const bool said = predicted[i * labels + k] != 0;
      ClassMetrics& one = metrics.labels[k];
      one.support += is ? 1 : 0;
      one.predicted += said ? 1 : 0;
      one.correct += is && said ? 1 : 0;
      errors += is == said ? 0 : 1;
    }
    right += errors == 0 ? 1 : 0;
    wrong += errors;
  }
  complete(metrics.labels);
  const auto rows = static_cast<double>(metrics.rows);
  metrics.subset_accuracy = static_cast<double>(right) / rows;
  metrics.hamming_loss =
      static_cast<double>(wrong) / (rows * static_cast<double>(labels));
  return metrics;
}

}  // namespace semilin
