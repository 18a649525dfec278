// What a training run did: as JSON, as advice and as warnings.
#ifndef SEMILIN_LEARN_REPORT_H_
#define SEMILIN_LEARN_REPORT_H_

#include <optional>
#include <string>
#include <vector>

#include "semilin/learn/expected_accuracy.h"
#include "semilin/learn/train.h"

namespace semilin {

/// Wall-clock seconds of the parts of a run.
struct Phases {
  double read = 0;   ///< of reading the data
  double setup = 0;  ///< of a graph and a kernel
  double solve = 0;  ///< of training, and of all that trains again
  double write = 0;  ///< of the model
};

/// All that a report says of a run.
struct TrainReport {
  TrainOptions options;              ///< in force, Trainer::options()
  std::string graph_file;            ///< empty: the graph was made of the rows
  TrainSummary summary;              ///< of the result
  std::vector<std::string> classes;  ///< or labels of multi-label data
  Phases seconds;                    ///< of the run
  std::optional<ExpectedAccuracy> expected;  ///< if it was asked for
};

/// A JSON object: the options in force, the rows, the outcome and the method's
/// figures; what `semilin train --summary` writes but for its test.
[[nodiscard]] std::string summary_json(const TrainReport& report);

/// A JSON object, what ModelHead::info says of a model's making. It holds no
/// times and no thread counts: equal runs give equal files.
[[nodiscard]] std::string model_info(const TrainReport& report);

/// The options that such an object records, without the class sizes. Throws
/// DataError for another text.
[[nodiscard]] TrainOptions options_from_info(const std::string& info);

/// A JSON object of the options under their names in the library, without the
/// threads.
[[nodiscard]] std::string to_json(const GraphMaking& options);

/// A sentence or two: whether the unlabelled rows seem to have helped, and what
/// to do. Cross-validation, or else the expected accuracy, decides where it was
/// asked for. Empty if no semi-supervised method ran.
[[nodiscard]] std::string advice(
    const RunSummary& summary,
    const std::optional<ExpectedAccuracy>& expected = {});

/// What the figures warn of, one sentence each: a graph that says little of the
/// classes, outputs that hardly differ between labelled rows, an iteration that
/// ended far from the optimum. `options` in force, `data` of one process.
[[nodiscard]] std::vector<std::string> warnings(const Dataset& data,
                                                const TrainOptions& options,
                                                const TrainResult& result);

/// "90.0 % (95 %: 80.9 to 95.1)"
[[nodiscard]] std::string to_text(const Share& share);

}  // namespace semilin

#endif  // SEMILIN_LEARN_REPORT_H_
