#include "linear/comparison.h"

#include <cmath>

namespace semilin {
namespace {

constexpr double kErrors = 3;  // standard errors that a guard waits for

}  // namespace

void compare(const OutputBatch& batch, const ClassSizes& sizes,
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
  summary.labels_sampled = sizes.sampled;
  summary.held_out_rows = sizes.held_out_rows;
  summary.held_out_accuracy = sizes.held_out_accuracy;
}

bool collapsed(const RunSummary& summary) {
  if (summary.held_out_rows == 0) return false;
  // two rows right and two wrong added: all of few right is no certainty
  const double rows = static_cast<double>(summary.held_out_rows) + 4;
  const double right = (summary.held_out_accuracy * (rows - 4) + 2) / rows;
  const double error = std::sqrt(right * (1 - right) / rows);
  return summary.agreement < right - kErrors * error;
}

}  // namespace semilin
