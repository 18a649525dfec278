// How sure a committee's model is: its outputs as probabilities, at no cost.
#pragma once

#include <optional>
#include <vector>

#include "learn/committee/election.h"
#include "linear/output_batch.h"

namespace semilin {

/// Calibrates the model by the outputs of labeled rows that the committee held
/// out, where there are twenty and each class of the batch has two; otherwise
/// by `shares` of the vote (unlabeled rows x classes) and the model's `outputs`
/// of these rows, without its offsets: the probabilities of a row are then what
/// its voters say on average. With fewer labels margins tell less than the
/// spread of the vote.
void calibrate(ModelHead& model, const OutputBatch& batch,
               const std::vector<double>& outputs,
               const std::vector<double>& shares,
               const std::optional<HeldOutOutputs>& held_out);
/// Likewise that of the supervised SVM, which the batch holds, by any labels
/// held out, otherwise by the shares.
[[nodiscard]] Calibration supervised_calibration(
    const OutputBatch& batch, const std::vector<double>& shares,
    const std::optional<HeldOutOutputs>& held_out);

}  // namespace semilin
