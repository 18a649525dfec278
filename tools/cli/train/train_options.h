// The options of semilin train, which are those of a run and its files.
#pragma once

#include <string>

#include "semilin/corpus.h"
#include "semilin/run.h"

#include "cli/train/settings.h"

namespace CLI {
class App;
}  // namespace CLI

namespace semilin::cli {

struct TrainArguments {
  Source source;      ///< DATA
  RunOptions run;     ///< what is done with them
  Settings settings;  ///< given by --set, for run.train
  std::string model, test, summary, report, labels_out;  ///< files to write
  bool quiet = false;
  bool verbose = false;
  std::string log;  ///< file for progress; empty: none

  /// True if labels_out becomes a table.
  [[nodiscard]] bool labels_in_table() const;
};

/// Adds the options of tune: DATA, the model, the problem, how data are read;
/// --set takes lists of numbers, which become `grids`.
void add_tune_options(CLI::App& command, TrainArguments& options,
                      GridOptions& grids);

/// Adds all options of train to the subcommand.
void add_train_options(CLI::App& command, TrainArguments& options);

/// Refuses options that the method does not have. Throws UsageError.
void require_options_of(const Method& method, const TrainArguments& options);

}  // namespace semilin::cli
