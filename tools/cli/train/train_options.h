// The options of semilin train, and the options of the library that they give.
#ifndef SEMILIN_TOOLS_CLI_TRAIN_TRAIN_OPTIONS_H_
#define SEMILIN_TOOLS_CLI_TRAIN_TRAIN_OPTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "semilin/corpus.h"
#include "semilin/learn/train.h"

#include "cli/train/settings.h"

namespace CLI {
class App;
}  // namespace CLI

namespace semilin::cli {

struct TrainArguments {
  Source source;  ///< DATA
  std::string model;
  std::string test, summary, report, labels_out;
  std::string method;        ///< empty: default_method
  std::string class_sizes;   ///< empty: estimate
  std::string class_weight;  ///< empty: 1 each
  std::optional<double> c;   ///< LIBLINEAR's C
  bool probabilities = false;
  bool cross_validate = false;
  bool expected_accuracy = false;
  bool quiet = false;
  bool verbose = false;
  std::string log;        ///< file for progress; empty: none
  bool own_file = false;  ///< each rank has a file of its own
  LinearOptions linear;
  GraphTraining graph;
  Settings settings;       ///< given by --set for these two
  std::string graph_file;  ///< empty: made from the rows

  /// True if labels_out becomes a table, which has probabilities.
  [[nodiscard]] bool labels_in_table() const;
  [[nodiscard]] bool with_probabilities() const {
    return probabilities || labels_in_table();
  }
};

/// Adds the options of tune: DATA, the model, the problem, how data are read;
/// --set takes lists of numbers, which become `grids`.
void add_tune_options(CLI::App& command, TrainArguments& options,
                      GridOptions& grids);

/// Adds all options of train to the subcommand.
void add_train_options(CLI::App& command, TrainArguments& options);

/// Refuses options that the method does not have. Throws UsageError.
void require_options_of(const Method& method, const TrainArguments& options);

/// The options of the method named; a graph file is read, and -C becomes a
/// lambda. Without --class-sizes, the sizes are estimated from the labels of
/// rows that were `drawn` with known probabilities (Corpus::drawn), if these
/// are worth kEnoughDrawn rows. Throws UsageError for a class that the data do
/// not have, DataError.
[[nodiscard]] TrainOptions resolve(const TrainArguments& arguments,
                                   const Dataset& data,
                                   const std::vector<double>& drawn = {});
inline constexpr double kEnoughDrawn = 30;

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_TRAIN_TRAIN_OPTIONS_H_
