#include "learn/sampled_share.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "semilin/base/error.h"

#include "linear/held_out_rows.h"

namespace semilin {
namespace {

Share wilson(double right, double rows, double quantile) {
  const double z = quantile * quantile / rows;
  const double middle = (right + z / 2) / (1 + z);
  const double half = std::sqrt(z * (right * (1 - right) + z / 4)) / (1 + z);
  return {right, std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

// The quantile of Student's t where kZ is the normal one, to the first order.
double student(double rows) {
  return kZ + (kZ * kZ * kZ + kZ) / (4 * std::max(rows - 1, 1.0));
}

// The share after two right and two wrong rows are added (Agresti and Coull).
double with_two_each(double share, double rows) {
  return (share * rows + 2) / (rows + 4);
}

}  // namespace

Share regressed(const Sample& sample, double pool) {
  const std::size_t n = sample.weight.size();
  const double right = weighted_mean(sample.weight, sample.right);
  const double sure = weighted_mean(sample.weight, sample.confidence);
  double both = 0, spread = 0, sum = 0, squares = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double w = sample.weight[i], apart = sample.confidence[i] - sure;
    both += w * apart * (sample.right[i] - right);
    spread += w * apart * apart;
    sum += w;
    squares += w * w;
  }
  const bool corrects = spread > 0 && std::isfinite(pool);
  const double slope = corrects ? std::clamp(both / spread, 0.0, 1.0) : 0;
  double variance = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double rest =
        sample.right[i] - right - slope * (sample.confidence[i] - sure);
    variance += sample.weight[i] * sample.weight[i] * rest * rest;
  }
  const double rows = static_cast<double>(n);
  variance *= rows / std::max(rows - 2, 1.0) / (sum * sum);
  const double worth = sum * sum / squares;
  const double value =
      std::clamp(right + (corrects ? slope * (pool - sure) : 0), 0.0, 1.0);
  const double cautious = with_two_each(value, worth);
  // Nadeau and Bengio: models of folds share labels.
  const double shared = 1 + sample.folds / (sample.folds - 1.0);
  return wilson(value,
                std::min(cautious * (1 - cautious) / variance, worth) / shared,
                student(worth));
}

Share with_only_rows(const Share& share, double only) {
  return {(1 - only / 2) * share.value, (1 - only) * share.low, share.high};
}

Curve learning_curve(const Sample& many, const Sample& few, int folds) {
  if (folds <= kFew) return {};
  const auto n = static_cast<double>(many.weight.size());
  const auto wrong = [&](const Sample& sample) {
    return ((1 - weighted_mean(sample.weight, sample.right)) * n + 1) / (n + 2);
  };
  const double less = wrong(many), more = wrong(few);
  const double sum =
      std::accumulate(many.weight.begin(), many.weight.end(), 0.0);
  double variance = 1 / (less * more) / (n * n);
  for (std::size_t i = 0; i < many.weight.size(); ++i) {
    const double apart =
        many.weight[i] / sum *
        ((1 - many.right[i]) / less - (1 - few.right[i]) / more);
    variance += apart * apart;
  }
  const double span = std::log((1 - 1.0 / folds) / (1 - 1.0 / kFew));
  const double found = std::log(more / less) / span;
  variance /= span * span;
  const double prior = kExponent * kExponent;
  return {(found * prior + kExponent * variance) / (prior + variance),
          std::sqrt(prior * variance / (prior + variance))};
}

Share wilson(double right, double rows) {
  return wilson(right, rows, kZ);
}

Share sampled_accuracy(std::span<const std::int32_t> truth,
                       std::span<const std::int32_t> predicted,
                       std::span<const double> drawn) {
  require(truth.size() == predicted.size() && truth.size() == drawn.size(),
          "sampled accuracy: expected a prediction and a probability for each "
          "row");
  struct Stratum {
    double rows = 0, right = 0, weight = 0, squares = 0;
  };
  std::map<std::int32_t, Stratum> strata;
  Stratum all;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (truth[i] == kUnlabeled || drawn[i] <= 0) continue;
    const double weight = 1 / drawn[i];
    const bool right = truth[i] == predicted[i];
    Stratum& own = strata[predicted[i]];
    own.rows += 1;
    own.right += right ? 1 : 0;
    own.weight += weight;
    own.squares += weight * weight;
    all.rows += 1;
    all.weight += weight;
    all.right += right ? weight : 0;
  }
  require(all.rows > 0, "sampled accuracy: expected a row that counts");
  const double value = all.right / all.weight;
  const double cautious = with_two_each(value, all.rows);
  double variance = 0;
  for (const auto& [predicted_class, own] : strata) {
    const double p = (own.right + 2 * cautious) / (own.rows + 2);
    variance += p * (1 - p) * own.squares / (all.weight * all.weight);
  }
  return wilson(value,
                std::min(cautious * (1 - cautious) / variance, all.rows));
}

}  // namespace semilin
