// What train, tune and audit share: the options of a run and its files, reading
// and early checks, and what is printed about a model.
#pragma once

#include "semilin/run.h"

#include "cli/data/data_options.h"
#include "cli/data/evaluation.h"

namespace semilin::cli {

/// One --set as it was given: NAME=VALUE, or METHOD.NAME=VALUE.
struct GivenSetting {
  std::string owner;  ///< METHOD; empty: none was named
  std::string name;   ///< NAME
};

struct TrainArguments {
  Source source;                       ///< DATA
  RunOptions run;                      ///< what is done with them
  std::vector<GivenSetting> settings;  ///< by --set; `run` has their values
  std::string model, test, summary, report, labels_out;  ///< files to write
  bool quiet = false;
  bool verbose = false;
  std::string log;  ///< file for progress; empty: none
};

/// Adds --set, which puts the inner numbers and choices of the methods into
/// options.run.train, by the names that describe() gives them. If there are
/// grids of options.run.tune, it takes lists of numbers for these.
void add_set_option(CLI::App& command, TrainArguments& options);

/// Adds the options of tune: DATA, the model, the problem, how data are read.
void add_tune_options(CLI::App& command, TrainArguments& options);

/// Adds all options of train to the subcommand.
void add_train_options(CLI::App& command, TrainArguments& options);

/// Refuses options and settings that the method does not have, and settings
/// that do not name the member of a committee where two members have one of
/// this name. Throws UsageError.
void require_options_of(const Method& method, const TrainArguments& options);

/// Called before a training by options.method: prints about how much memory it
/// takes besides its data, if that is a gigabyte or more, unless `quiet`.
/// Throws DataError, which calls the data `file`, if this machine has less.
void require_memory(const Dataset& data, const TrainOptions& options,
                    const std::string& file, bool quiet);

/// Reads DATA, prints what may be wrong with them unless options.quiet, and
/// gives options.run its graph. Throws UsageError for options that the method
/// does not have, and for -C beside the setting lambda.
[[nodiscard]] Corpus read_training_data(TrainArguments& options);

/// Adds what may be wrong: "labels", and the "warnings" of reading and running.
void put_doubts(const Run& run, const Corpus& corpus, Json& json);

/// Prints how to predict with the model that has been written.
void say_next_predict(const TrainArguments& options, const Corpus& corpus);

/// Warns that the run was interrupted; returns the exit status for that.
[[nodiscard]] int say_interrupted(const TrainArguments& options);

/// The file of --test, with the predictions of the model and the supervised
/// SVM.
struct TestReport {
  std::string file;
  Evaluation model, supervised;
};

/// The object that --summary writes.
[[nodiscard]] Json to_json(const TrainReport& report,
                           const std::optional<TestReport>& test = {});

/// A report of at most eight lines: the rows, who decided, the class sizes, the
/// estimated accuracy, the advice and the test.
[[nodiscard]] std::string to_text(const TrainReport& report,
                                  const std::optional<TestReport>& test);

/// All figures: the graph, each member of a committee, the sizes of both
/// models, the optimum and the seconds.
[[nodiscard]] std::string details(const TrainReport& report);

}  // namespace semilin::cli
