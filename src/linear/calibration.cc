#include "semilin/linear/calibration.h"

#include <algorithm>
#include <cmath>

#include "semilin/base/error.h"
#include "semilin/linear/cross_validation.h"

namespace semilin {
namespace {

constexpr int kMostFolds = 5;
constexpr std::uint64_t kSeed = 1;

int folds_for(const Dataset& data) {
  std::vector<int> counts(data.classes.size());
  for (std::size_t i = 0; i < data.labels.size(); ++i) {
    const bool counts_here = data.costs.empty() || data.costs[i] > 0;
    if (counts_here && data.labels[i] != kUnlabeled) ++counts[data.labels[i]];
  }
  const auto least = std::min_element(counts.begin(), counts.end());
  if (*least < 2) {
    throw DataError(
        "probabilities need at least 2 labelled rows of every class, found " +
        std::to_string(*least) + " of " + data.classes[least - counts.begin()]);
  }
  return std::min(*least, kMostFolds);
}

// Costs, times what makes the labelled classes as large as `ratio` says.
std::vector<double> row_weights(const Dataset& data, const Folds& folds,
                                std::span<const double> ratio) {
  std::vector<double> sizes(data.classes.size(), 0.0);
  std::vector<double> weights;
  for (const Index row : folds.rows) {
    weights.push_back(data.costs.empty() ? 1.0 : data.costs[row]);
    sizes[data.labels[row]] += weights.back();
  }
  if (ratio.empty()) return weights;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const std::int32_t label = data.labels[folds.rows[i]];
    weights[i] *= ratio[label] / sizes[label];
  }
  return weights;
}

}  // namespace

void require_calibratable(const Dataset& data) {
  (void)folds_for(data);
}

Calibration calibrate(const Dataset& data, const LinearOptions& options,
                      std::span<const double> ratio, const Progress& progress) {
  const Folds folds = stratified_folds(data, folds_for(data), kSeed);
  const GridPoint point{options.lambda, options.lambda_u};
  const HeldOut held_out =
      held_out_outputs(data, options, folds, {&point, 1}, {}, progress);
  if (held_out.outputs[0].empty()) return {};
  std::vector<std::int32_t> labels;
  for (const Index row : folds.rows)
    labels.push_back(data.labels[row]);
  return fit_calibration(held_out.outputs[0], labels,
                         row_weights(data, folds, ratio),
                         static_cast<int>(data.classes.size()));
}

std::vector<double> probabilities(const LinearModel& model,
                                  std::span<const double> scores) {
  const Calibration& fit = model.calibration;
  require(!fit.slopes.empty(),
          "the model has no calibration: train it with --probabilities");
  const auto outputs = static_cast<std::size_t>(model.outputs());
  require(scores.size() % outputs == 0,
          "probabilities: scores must be rows x outputs");
  std::vector<double> result;
  const auto sigmoid = [](double z) { return 1 / (1 + std::exp(-z)); };
  for (std::size_t e = 0; e < scores.size(); ++e) {
    const std::size_t k = e % outputs;
    const double z = fit.slopes[k] * scores[e] + fit.shifts[k];
    if (model.multi_label) {
      result.push_back(sigmoid(z));
    } else if (outputs == 1) {
      result.push_back(sigmoid(-z));
      result.push_back(sigmoid(z));
    } else {
      result.push_back(z);
    }
  }
  if (model.multi_label || outputs == 1) return result;
  for (std::size_t first = 0; first < result.size(); first += outputs) {
    const auto row = std::span(result).subspan(first, outputs);
    const double most = *std::max_element(row.begin(), row.end());
    double sum = 0;
    for (double& z : row)
      sum += z = std::exp(z - most);
    for (double& z : row)
      z /= sum;
  }
  return result;
}

}  // namespace semilin
