#include "learn/comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace semilin {
namespace {

constexpr double kErrors = 3;  // standard errors that a guard waits for

struct Fraction {
  double value = 0, error = 0;  // its standard error
};

double variance(double share, Index cases) {
  return share * (1 - share) / static_cast<double>(cases);
}

// Two right and two wrong added: all of few right is no certainty.
Fraction cautious_share(double right, Index cases) {
  const double share = (right + 2) / static_cast<double>(cases + 4);
  return {share, std::sqrt(variance(share, cases + 4))};
}

}  // namespace

void compare(const OutputBatch& batch, const FoundSizes& sizes,
             std::span<const std::int32_t> supervised,
             std::span<const std::int32_t> predicted, RunSummary& summary) {
  summary.predicted.assign(batch.classes(), 0.0);
  summary.supervised_predicted.assign(batch.classes(), 0.0);
  summary.agreement = 0;
  for (std::size_t j = 0; j < predicted.size(); ++j) {
    const double weight = batch.unlabeled_weights()[j];
    summary.predicted[predicted[j]] += weight;
    summary.supervised_predicted[supervised[j]] += weight;
    if (predicted[j] == supervised[j]) summary.agreement += weight;
  }
  batch.data().complete(summary.predicted);
  batch.data().complete(summary.supervised_predicted);
  summary.agreement =
      std::min(1.0, batch.data().total(summary.agreement));  // but for rounding
  summary.labels_sampled = sizes.sampled;
  summary.held_out_rows = sizes.held_out_rows;
  summary.held_out_accuracy = sizes.held_out_accuracy;
}

double agreement_margin(const RunSummary& summary) {
  const Index rows = summary.held_out_rows;
  if (rows == 0) return std::numeric_limits<double>::infinity();
  const Fraction right = cautious_share(
      summary.held_out_accuracy * static_cast<double>(rows), rows);
  return (summary.agreement - right.value) / right.error;
}

bool collapsed(const RunSummary& summary) {
  return agreement_margin(summary) < -kErrors;
}

bool is_clearly_below_svm(Index right, Index cases, const RunSummary& summary) {
  if (cases == 0 || summary.held_out_rows == 0) return false;
  const Fraction share = cautious_share(static_cast<double>(right), cases);
  const double svm = summary.held_out_accuracy;
  const double error = std::sqrt(share.error * share.error +
                                 variance(svm, summary.held_out_rows));
  return share.value + 2 * error < svm;
}

}  // namespace semilin
