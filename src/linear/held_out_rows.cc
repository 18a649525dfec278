#include "linear/held_out_rows.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "semilin/base/error.h"

namespace semilin {
namespace {

std::vector<double> hits(const std::vector<std::int32_t>& truth,
                         const std::vector<std::int32_t>& votes) {
  std::vector<double> right;
  for (std::size_t i = 0; i < truth.size(); ++i)
    right.push_back(votes[i] == truth[i] ? 1 : 0);
  return right;
}

// The error of the weighted mean of the differences, over independent rows. One
// more difference is added: a single one, or none, among few rows is no
// certainty.
double standard_error(const std::vector<double>& weights,
                      const std::vector<double>& ours,
                      const std::vector<double>& theirs, double mean) {
  double squares = 0;
  double total = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double apart = weights[i] * (ours[i] - theirs[i] - mean);
    squares += apart * apart;
    total += weights[i];
  }
  const double mean_weight = total / static_cast<double>(weights.size());
  return std::sqrt(squares + mean_weight * mean_weight) / total;
}

}  // namespace

bool can_hold_out(const Dataset& data) {
  return rare_classes(data).size() + 2 <= data.classes.size();
}

std::vector<std::int32_t> labels_without(const Dataset& data,
                                         const Folds& folds, int fold) {
  std::vector<std::int32_t> labels = data.labels;
  for (std::size_t i = 0; i < folds.rows.size(); ++i)
    if (folds.fold[i] == fold) labels[folds.rows[i]] = kUnlabeled;
  return labels;
}

Dataset with_unlabeled(const Dataset& data, const Folds& folds, int fold) {
  Dataset rest = data;
  rest.labels = labels_without(data, folds, fold);
  return rest;
}

std::vector<double> fold_by_fold(
    const Folds& folds,
    const std::function<std::vector<double>(int, std::span<const Index>)>&
        outputs) {
  std::vector<double> all;
  for (int fold = 0; fold < folds.count; ++fold) {
    std::vector<std::size_t> places;
    std::vector<Index> rows;
    for (std::size_t i = 0; i < folds.rows.size(); ++i) {
      if (folds.fold[i] != fold) continue;
      places.push_back(i);
      rows.push_back(folds.rows[i]);
    }
    if (rows.empty()) continue;
    const std::vector<double> some = outputs(fold, rows);
    if (some.empty()) return {};
    const auto width = static_cast<Index>(some.size() / rows.size());
    all.resize(folds.rows.size() * width);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto from = some.begin() + static_cast<Index>(i) * width;
      std::copy(from, from + width,
                all.begin() + static_cast<Index>(places[i]) * width);
    }
  }
  return all;
}

Lead lead_by(const std::vector<double>& gains,
             const std::vector<double>& weights, const Dataset& data) {
  const double rows = data.sum(static_cast<double>(weights.size()));
  const double mean =
      data.sum(std::accumulate(weights.begin(), weights.end(), 0.0)) / rows;
  double ahead = 0, squares = 0;
  for (std::size_t i = 0; i < gains.size(); ++i) {
    const double gain = weights[i] / mean * gains[i];
    ahead += gain;
    squares += gain * gain;
  }
  ahead = data.sum(ahead);
  return {ahead, std::sqrt(data.sum(squares) + 1), rows};
}

std::vector<double> root_weights(const std::vector<std::int32_t>& labels,
                                 const std::vector<double>& counts) {
  std::vector<double> weights;
  for (const std::int32_t k : labels)
    weights.push_back(1 / std::sqrt(counts[k]));
  return weights;
}

std::vector<double> weights_by_class_sizes(
    const Dataset& data, const Folds& folds,
    std::span<const double> class_sizes) {
  require(class_sizes.empty() || class_sizes.size() == data.classes.size(),
          "class sizes: expected one number per class, " +
              std::to_string(data.classes.size()) + ", found " +
              std::to_string(class_sizes.size()));
  std::vector<double> sizes(data.classes.size(), 0.0);
  std::vector<double> weights;
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < folds.rows.size(); ++i) {
    if (folds.fold[i] < 0) continue;
    const Index row = folds.rows[i];
    weights.push_back(data.cost(row));
    labels.push_back(data.labels[row]);
    sizes[labels.back()] += weights.back();
  }
  if (class_sizes.empty()) return weights;
  for (std::size_t i = 0; i < weights.size(); ++i)
    weights[i] *= class_sizes[labels[i]] / sizes[labels[i]];
  return weights;
}

CrossValidated compare_votes(const std::vector<std::int32_t>& truth,
                             const std::vector<double>& weights,
                             const std::vector<std::int32_t>& ours,
                             const std::vector<std::int32_t>& theirs,
                             int folds) {
  const std::vector<double> right = hits(truth, ours);
  const std::vector<double> supervised = hits(truth, theirs);
  CrossValidated found;
  found.folds = folds;
  found.rows = static_cast<Index>(weights.size());
  found.accuracy = weighted_mean(weights, right);
  found.supervised = weighted_mean(weights, supervised);
  found.error = standard_error(weights, right, supervised,
                               found.accuracy - found.supervised);
  return found;
}

CrossValidated compare_outputs(const Dataset& data, const Folds& folds,
                               const std::vector<double>& ours,
                               const std::vector<double>& theirs,
                               std::span<const double> class_sizes) {
  const std::size_t width = ours.size() / folds.rows.size();
  std::vector<std::int32_t> truth, by_ours, by_theirs;
  for (std::size_t i = 0; i < folds.rows.size(); ++i) {
    if (folds.fold[i] < 0) continue;
    truth.push_back(data.labels[folds.rows[i]]);
    by_ours.push_back(best_class({&ours[i * width], width}));
    by_theirs.push_back(best_class({&theirs[i * width], width}));
  }
  return compare_votes(truth, weights_by_class_sizes(data, folds, class_sizes),
                       by_ours, by_theirs, folds.count);
}

double weighted_mean(const std::vector<double>& weights,
                     const std::vector<double>& values) {
  double sum = 0;
  double total = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += weights[i] * values[i];
    total += weights[i];
  }
  return sum / total;
}

Calibration calibrated(const std::vector<double>& outputs,
                       const std::vector<std::int32_t>& labels,
                       const std::vector<double>& weights, int classes) {
  constexpr std::size_t kKept = 1000;
  Calibration fit = fit_calibration(outputs, labels, weights, classes);
  ModelHead head;
  head.classes.resize(static_cast<std::size_t>(classes));
  head.calibration = fit;
  const std::vector<std::int32_t> said = predict(head, outputs);
  const std::vector<double> p = label_probabilities(head, outputs);
  const std::size_t step = (labels.size() + kKept - 1) / kKept;
  for (std::size_t i = 0; i < labels.size(); i += step) {
    const double own = p[i * head.classes.size() + said[i]];
    fit.held_out.push_back(said[i] == labels[i] ? own : -own);
  }
  std::ranges::stable_sort(fit.held_out, std::greater<>(),
                           [](double own) { return std::abs(own); });
  return fit;
}

Calibration calibrate_outputs(const Dataset& data, const Folds& folds,
                              const std::vector<double>& outputs,
                              std::span<const double> class_sizes) {
  const std::size_t width = outputs.size() / folds.rows.size();
  std::vector<double> theirs;
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < folds.rows.size(); ++i) {
    if (folds.fold[i] < 0) continue;
    labels.push_back(data.labels[folds.rows[i]]);
    const auto from = outputs.begin() + static_cast<Index>(i * width);
    theirs.insert(theirs.end(), from, from + static_cast<Index>(width));
  }
  return calibrated(theirs, labels,
                    weights_by_class_sizes(data, folds, class_sizes),
                    static_cast<int>(data.classes.size()));
}

}  // namespace semilin
