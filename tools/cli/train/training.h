// The parts that train and tune share: reading, early checks, and what is
// written with a model.
#ifndef SEMILIN_TOOLS_CLI_TRAIN_TRAINING_H_
#define SEMILIN_TOOLS_CLI_TRAIN_TRAINING_H_

#include <cstdint>
#include <string>
#include <vector>

#include "semilin/corpus.h"
#include "semilin/learn/train.h"

#include "cli/train/train_options.h"

namespace semilin::cli {

/// The data of a training.
struct TrainingData : Corpus {
  bool probabilities = false;      ///< are wanted and possible
  bool cross_validate = false;     ///< likewise
  bool expected_accuracy = false;  ///< likewise
};

/// DATA; what may be wrong with them is printed unless options.quiet.
[[nodiscard]] Source source_of(const TrainArguments& options);

/// Reads DATA, and prints what may be wrong with them; warns of rare classes if
/// an option holds rows out.
[[nodiscard]] TrainingData read_training_data(const TrainArguments& options);

/// Reads --test, if it is given, so that a faulty file is refused before the
/// training.
void check_test_data(const TrainArguments& options);

/// The rows of --test, in the model's features.
[[nodiscard]] Dataset read_test_data(const TrainArguments& options,
                                     const Model& model);

/// Writes the labels of the rows to options.labels_out, if that is a name:
/// result.labels, one per line, or a table of the model's predictions
/// (cli/predictions.h), in which rows that came with a label keep it.
void write_labels(const TrainResult& result, const TrainingData& training,
                  const TrainArguments& options);

/// Warns that the run was interrupted; returns the exit status for that.
[[nodiscard]] int say_interrupted(const TrainArguments& options);

/// The number of features per class in a report.
inline constexpr Index kFeaturesReported = 10;

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_TRAIN_TRAINING_H_
