#include "learn/committee/sureness.h"

#include <algorithm>
#include <utility>

#include "linear/held_out_rows.h"

namespace semilin {
namespace {

constexpr std::size_t kEnoughHeldOut = 20;  // labels held out
constexpr Index kMostCalibrating = 2000;    // rows, of more one in so many
constexpr double kLeastVoted = 0.01;        // share of the vote

bool are_enough(const OutputBatch& batch,
                const std::optional<HeldOutOutputs>& held_out) {
  if (!held_out || held_out->truth.size() < kEnoughHeldOut) return false;
  std::vector<Index> counts(batch.classes());
  for (const std::int32_t label : held_out->truth)
    ++counts[label];
  return std::ranges::min(counts) >= 2;
}

// Rows that a calibration is fitted to.
struct FittedRows {
  std::vector<double> outputs, weights;
  Votes labels;

  // `own`: the outputs, to which the offsets are added.
  void add(std::span<const double> own, const std::vector<double>& offsets,
           std::int32_t label, double weight) {
    for (std::size_t k = 0; k < own.size(); ++k)
      outputs.push_back(own[k] + (offsets.empty() ? 0 : offsets[k]));
    labels.push_back(label);
    weights.push_back(weight);
  }
};

Index step_among(Index rows) {
  return std::max<Index>(1, rows / kMostCalibrating);
}

Calibration by_labels(std::span<const double> outputs, const Votes& truth,
                      const std::vector<double>& offsets, int classes) {
  const std::size_t width = outputs.size() / truth.size();
  const Index step = step_among(std::ssize(truth));
  FittedRows rows;
  for (Index i = 0; i < std::ssize(truth); i += step)
    rows.add(outputs.subspan(i * width, width), offsets, truth[i], 1);
  return calibrated(rows.outputs, rows.labels, rows.weights, classes);
}

// A row for each class that has a share of it.
Calibration by_shares(const OutputBatch& batch, std::span<const double> outputs,
                      const std::vector<double>& offsets,
                      const std::vector<double>& shares) {
  const Dataset& data = batch.data();
  const auto classes = static_cast<std::size_t>(batch.classes());
  const auto width = static_cast<std::size_t>(batch.outputs());
  const Index count = std::ssize(batch.unlabeled());
  const Index before = data.before(count);
  const Index step = step_among(data.sum(count));
  FittedRows rows;
  for (Index j = 0; j < count; ++j)
    for (std::size_t k = 0; k < classes && (before + j) % step == 0; ++k)
      if (const double share = shares[j * classes + k]; share >= kLeastVoted)
        rows.add(outputs.subspan(j * width, width), offsets,
                 static_cast<std::int32_t>(k), share);
  const Votes labels = data.of_all(rows.labels);
  if (labels.empty()) return {};
  return fit_calibration(data.of_all(rows.outputs), labels,
                         data.of_all(rows.weights), batch.classes());
}

}  // namespace

void calibrate(ModelHead& model, const OutputBatch& batch,
               const std::vector<double>& outputs,
               const std::vector<double>& shares,
               const std::optional<HeldOutOutputs>& held_out) {
  model.calibration = are_enough(batch, held_out)
                          ? by_labels(held_out->model, held_out->truth,
                                      model.offsets, batch.classes())
                          : by_shares(batch, outputs, model.offsets, shares);
}

Calibration supervised_calibration(
    const OutputBatch& batch, const std::vector<double>& shares,
    const std::optional<HeldOutOutputs>& held_out) {
  return held_out ? by_labels(held_out->supervised, held_out->truth, {},
                              batch.classes())
                  : by_shares(batch, outputs_of(batch, batch.unlabeled()), {},
                              shares);
}

}  // namespace semilin
