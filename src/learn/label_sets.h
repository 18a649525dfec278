// Rows with several labels: a problem "has it or not" for each label.
#pragma once

#include <functional>

#include "semilin/learn/train.h"

namespace semilin {

/// See Trainer::train. `train_one` trains on one label's problem.
[[nodiscard]] TrainResult train_label_sets(
    const Dataset& data, const TrainOptions& options, const Progress& progress,
    const std::function<TrainResult(const Dataset&, TrainOptions,
                                    const Progress&)>& train_one);

/// Whether train_label_sets accepts the labels: there are some, and for each of
/// them a labeled row without it.
[[nodiscard]] bool every_label_has_two_sides(const Dataset& data);

/// Each label's own calibration; one with too few rows has the mean of the
/// others. Throws DataError if all have. Empty: interrupted.
[[nodiscard]] Calibration calibrate_label_sets(
    const Dataset& data, const TrainOptions& options,
    const std::function<Calibration(const Dataset&, TrainOptions)>&
        calibrate_one);

}  // namespace semilin
