// What train and tune share: what is read, refused early and written with a
// model.
#ifndef SEMILIN_TOOLS_CLI_TRAINING_H_
#define SEMILIN_TOOLS_CLI_TRAINING_H_

#include <string>

#include "semilin/base/archive.h"
#include "semilin/linear/train.h"

#include "cli/train_options.h"

namespace semilin::cli {

/// Refuses before the work what could not be written after it.
void require_writable(const std::string& path);

/// What travels with the model: the vocabulary given, or the store's own.
[[nodiscard]] Archive vocabulary(const TrainOptions& options);

/// DATA with its row weights; refuses what --probabilities could not be made
/// from.
[[nodiscard]] Dataset read_training_data(const TrainOptions& options);

/// With --probabilities: puts the calibration into the result's model. An
/// interrupted result stays without.
void add_calibration(const Dataset& data, const TrainOptions& options,
                     const LinearOptions& linear, const Progress& progress,
                     LinearResult& result);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_TRAINING_H_
