// The report of a training run: as JSON, as advice and as warnings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "semilin/learn/expected_accuracy.h"
#include "semilin/learn/train.h"
#include "semilin/learn/tune.h"
#include "semilin/learn/voters.h"

namespace semilin {

/// The wall-clock seconds of the parts of a run.
struct Phases {
  double read = 0;   ///< reading the data
  double setup = 0;  ///< making a graph and a kernel
  double solve = 0;  ///< training, and everything that trains again
  double write = 0;  ///< writing the model
};

/// The contents of a report.
struct TrainReport {
  TrainOptions options;    ///< options used: Trainer::options()
  std::string graph_file;  ///< empty: the graph was made from the rows
  TrainSummary summary;    ///< summary of the result
  std::vector<std::string> classes;  ///< classes, or labels of multi-label data
  VoteFigures votes;  ///< figures of the votes, if there were any
  Phases seconds;     ///< duration of the run
  std::optional<ExpectedAccuracy> expected;  ///< if it was estimated
};

/// A JSON object with the options in use, the rows, the outcome and the
/// method's figures: what `semilin train --summary` writes, without the figures
/// of a test.
[[nodiscard]] std::string summary_json(const TrainReport& report);

/// A JSON object: the points of a tuning, the best and the chosen one, and how
/// it was chosen.
[[nodiscard]] std::string to_json(const TuneResult& result);

/// A JSON object for ModelHead::info, which describes how the model was made.
/// It holds no times and no thread counts, so that equal runs give equal files.
[[nodiscard]] std::string model_info(const TrainReport& report);

/// The options that such an object records, without the class sizes. Throws
/// DataError for any other text.
[[nodiscard]] TrainOptions options_from_info(const std::string& info);

/// A JSON object of the options under their names in the library, without the
/// threads.
[[nodiscard]] std::string to_json(const GraphMaking& options);

/// Advice on whether the unlabeled rows helped, and what to do, in a sentence
/// or two. It is based on the expected accuracy, if that is known; labels that
/// follow from votes are no evidence. Empty if no semi-supervised method ran.
[[nodiscard]] std::string advice(const TrainReport& report);

/// The warnings that follow from the figures, one sentence each: a graph that
/// gives little evidence of the classes, outputs that hardly differ between
/// labeled rows, an iteration that ended far from the optimum. `options` are
/// those in use, and `data` those of one process.
[[nodiscard]] std::vector<std::string> warnings(const Dataset& data,
                                                const TrainOptions& options,
                                                const TrainResult& result);

/// Says how many labeled rows, called `noun`, repeat others, and what to do if
/// their labels differ; empty: none does.
[[nodiscard]] std::string repeats_warning(const Dataset& data,
                                          const std::string& noun);

/// "90.0 % (95 %: 80.9 to 95.1)"
[[nodiscard]] std::string to_text(const Share& share);

}  // namespace semilin
