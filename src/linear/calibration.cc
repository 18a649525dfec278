#include "semilin/linear/calibration.h"

#include <algorithm>
#include <cmath>

#include "semilin/base/error.h"

namespace semilin {
namespace {

constexpr double kLeastProbability = 1e-15;
constexpr Index kBins = 10;

// 1 / (1 + exp(-z)) times exp(-most) where most < 0: of outputs far below 0 the
// sigmoids are 0, their quotients are not.
double scaled_sigmoid(double z, double most) {
  const double shift = std::min(most, 0.0);
  return std::exp(std::min(z, 0.0) - shift) / (1 + std::exp(-std::abs(z)));
}

double lapsing(double p, const Calibration& fit, std::size_t k,
               std::size_t classes) {
  if (fit.lapses.empty()) return p;
  const double lapse = fit.lapses[k];
  return (1 - lapse) * p + lapse / static_cast<double>(classes);
}

// Pools the class with the largest ones until none of the others is larger.
void raise(std::span<double> p, std::int32_t label) {
  std::vector<std::size_t> above;
  for (std::size_t k = 0; k < p.size(); ++k)
    if (p[k] > p[label]) above.push_back(k);
  std::sort(above.begin(), above.end(),
            [&](std::size_t a, std::size_t b) { return p[a] > p[b]; });
  double sum = p[label];
  std::size_t pooled = 0;
  while (pooled < above.size() &&
         p[above[pooled]] > sum / static_cast<double>(pooled + 1))
    sum += p[above[pooled++]];
  const double mean = sum / static_cast<double>(pooled + 1);
  p[label] = mean;
  for (std::size_t i = 0; i < pooled; ++i)
    p[above[i]] = mean;
}

}  // namespace

std::vector<double> probabilities(const ModelHead& model,
                                  std::span<const double> scores) {
  const Calibration& fit = model.calibration;
  require(!fit.slopes.empty(), "the model has no calibration");
  const auto outputs = static_cast<std::size_t>(model.outputs());
  require(scores.size() % outputs == 0,
          "probabilities: scores must be rows x outputs");
  std::vector<double> result;
  const auto sigmoid = [](double z) { return 1 / (1 + std::exp(-z)); };
  for (std::size_t e = 0; e < scores.size(); ++e) {
    const std::size_t k = e % outputs;
    const double z = fit.slopes[k] * scores[e] + fit.shifts[k];
    if (model.multi_label) {
      result.push_back(lapsing(sigmoid(z), fit, k, 2));
    } else if (outputs == 1) {
      result.push_back(lapsing(sigmoid(-z), fit, k, 2));
      result.push_back(lapsing(sigmoid(z), fit, k, 2));
    } else {
      result.push_back(z);
    }
  }
  const std::size_t rows = scores.size() / outputs;
  for (std::size_t i = 0; i < rows && !fit.empty_outputs.empty(); ++i)
    if (fit.tell_nothing(scores.subspan(i * outputs, outputs)))
      std::ranges::copy(
          fit.class_sizes,
          result.begin() + static_cast<Index>(i * fit.class_sizes.size()));
  if (model.multi_label || outputs == 1) return result;
  for (std::size_t first = 0; first < result.size(); first += outputs) {
    if (fit.tell_nothing(scores.subspan(first, outputs))) continue;
    const auto row = std::span(result).subspan(first, outputs);
    const double most = *std::max_element(row.begin(), row.end());
    double sum = 0;
    for (double& z : row)
      sum += z = fit.one_vs_rest ? scaled_sigmoid(z, most) : std::exp(z - most);
    for (std::size_t k = 0; k < outputs; ++k)
      row[k] = lapsing(row[k] / sum, fit, k, outputs);
  }
  return result;
}

std::vector<double> label_probabilities(const ModelHead& model,
                                        std::span<const double> scores) {
  std::vector<double> p = probabilities(model, scores);
  const std::vector<double>& slopes = model.calibration.slopes;
  const bool informative = std::any_of(slopes.begin(), slopes.end(),
                                       [](double slope) { return slope > 0; });
  if (model.multi_label || !informative) return p;
  const std::size_t classes = model.classes.size();
  const std::vector<std::int32_t> labels = predict(model, scores);
  for (std::size_t i = 0; i < labels.size(); ++i)
    raise(std::span(p).subspan(i * classes, classes), labels[i]);
  return p;
}

Reliability reliability(std::span<const double> probabilities,
                        std::span<const std::int32_t> truth, int classes) {
  require(classes >= 1 &&
              probabilities.size() == truth.size() * std::size_t(classes),
          "reliability: probabilities must be rows x classes");
  Reliability result;
  struct Bin {
    double right = 0, sum = 0;
  };
  std::vector<Bin> bins(kBins);
  double rows = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (truth[i] == kUnlabeled) continue;
    require(truth[i] >= 0 && truth[i] < classes,
            "reliability: a class out of range");
    const auto p = probabilities.subspan(i * classes, classes);
    ++rows;
    result.log_loss -= std::log(std::max(p[truth[i]], kLeastProbability));
    for (int k = 0; k < classes; ++k) {
      const double miss = p[k] - (truth[i] == k ? 1 : 0);
      result.brier += miss * miss;
    }
    const auto best = std::max_element(p.begin(), p.end());
    Bin& bin =
        bins[std::min<Index>(kBins - 1, static_cast<Index>(*best * kBins))];
    bin.right += best - p.begin() == truth[i] ? 1 : 0;
    bin.sum += *best;
  }
  for (const Bin& bin : bins)
    result.ece += std::abs(bin.right - bin.sum);
  result.log_loss /= rows;
  result.brier /= rows;
  result.ece /= rows;
  return result;
}

}  // namespace semilin
