// What train and tune share: what is read, refused early and written with a
// model.
#ifndef SEMILIN_TOOLS_CLI_TRAINING_H_
#define SEMILIN_TOOLS_CLI_TRAINING_H_

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "semilin/base/archive.h"
#include "semilin/learn/train.h"

#include "cli/train_options.h"

namespace semilin::cli {

/// Refuses before the work what could not be written after it.
void require_writable(const std::string& path);

/// What travels with the model: the vocabulary given, or the store's own.
[[nodiscard]] Archive vocabulary(const TrainArguments& options);

/// DATA with its row weights; refuses what --probabilities and --cross-validate
/// could not be made from.
[[nodiscard]] Dataset read_training_data(const TrainArguments& options);

/// The rows of --test, in the model's features.
[[nodiscard]] Dataset read_test_data(const TrainArguments& options,
                                     Index features);

/// The words for `labels`, a class per row (multi-label: a number per class),
/// one per line into `path`, if that is a name.
void write_labels(const ModelHead& model,
                  const std::vector<std::int32_t>& labels,
                  const std::string& path);

/// `json` into `path`, if that is a name.
void write_json(const nlohmann::ordered_json& json, const std::string& path);

/// Says that the run was interrupted; the exit status for that.
[[nodiscard]] int say_interrupted(const TrainArguments& options);

/// Features a class that a report names.
inline constexpr Index kFeaturesReported = 10;

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_TRAINING_H_
