// The parts that train, tune and audit share: reading, early checks, and what
// is written with a model.
#pragma once

#include <nlohmann/json.hpp>

#include "semilin/run.h"

#include "cli/train/train_options.h"

namespace semilin::cli {

/// Chooses this process's file under mpirun: DATA with %d is a store for each
/// process. Throws UsageError for what such runs do not have.
void take_own_file(TrainArguments& options);

/// Reduces the corpus to the rows of this process under mpirun, after
/// `resolved` has completed the options by all rows. Throws UsageError.
void take_own_part(TrainArguments& options, Corpus& corpus);

/// Reads DATA, prints what may be wrong with them unless options.quiet, and
/// gives options.run its graph. Throws UsageError for options that the method
/// does not have.
[[nodiscard]] Corpus read_training_data(TrainArguments& options);

/// Reads --test, if it is given, so that a faulty file is refused before the
/// training.
void check_test_data(const TrainArguments& options);

/// The rows of --test, in the model's features.
[[nodiscard]] Dataset read_test_data(const TrainArguments& options,
                                     const Model& model);

/// Writes the labels of the rows to options.labels_out, if that is a name:
/// run.labels, one per line, or a table of the model's predictions
/// (cli/predictions.h), in which rows that came with a label keep it.
void write_labels(const Run& run, const Corpus& corpus,
                  const TrainArguments& options);

/// Adds what may be wrong: "labels", and the "warnings" of reading and running.
void put_doubts(const Run& run, const Corpus& corpus,
                nlohmann::ordered_json& json);

/// Prints how to predict with the model that has been written.
void say_next_predict(const TrainArguments& options, const Corpus& corpus);

/// Warns that the run was interrupted; returns the exit status for that.
[[nodiscard]] int say_interrupted(const TrainArguments& options);

/// The number of features per class in a report.
inline constexpr Index kFeaturesReported = 10;

}  // namespace semilin::cli
