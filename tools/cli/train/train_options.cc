// The options of train and tune.
#include "cli/command/help.h"
#include "cli/train/training.h"

namespace semilin::cli {
namespace {

void add_data_options(CLI::App& command, TrainArguments& options) {
  options.source.ids = false;  // read_corpus reads them for tables of labels
  add_data_argument(
      command, options.source.path,
      "documents (CSV, TSV, JSON lines), svmlight text, .npy, a store or '-'; "
      "rows without a label or with '?' are unlabeled");
  add_value(command, "-o,--output FILE", options.model, "model file to write")
      ->required();
}

void add_report_options(CLI::App& command, TrainArguments& options) {
  if (!options.run.tune) {
    add_value(command, "--test FILE", options.test,
              "evaluate the model on FILE when it is done");
    add_value(command, "--labels-out FILE", options.labels_out,
              "write the label of every training document; as a table, with "
              "probabilities or scores, if FILE ends in .csv, "
              ".tsv, .jsonl or .json");
  }
  add_value(command, "--report FILE", options.report,
            "write a page of HTML about the run");
  if (options.run.tune) return;
  CLI::Option* summary = add_value(command, "--summary FILE", options.summary,
                                   "write a summary of the run as JSON");
  command
      .add_flag_callback(
          "--json",
          [&options] {
            options.summary = "-";
            options.quiet = true;
          },
          "print the summary as JSON, and nothing else")
      ->excludes(summary);
}

void add_problem_options(CLI::App& command, TrainArguments& options) {
  RunOptions& run = options.run;
  std::vector<std::string> methods = names_of_methods(), without;
  if (run.tune) {
    std::erase(methods, kCommittee);
    without = {"C", "expected-accuracy", "start"};
  }
  add_settings(command, run, kUsualGroup, without);
  CLI::Option* method = command.get_option("--method");
  method->check(CLI::IsMember(methods));
  if (run.tune) {
    method->description("see semilin methods (default: da or svm)");
    add_settings(command, *run.tune, kUsualGroup,
                 {"lambda", "lambda-u", "gamma", "neighbors", "width"});
  }
  add_set_option(command, options);
  add_value(command, "--graph FILE", run.graph_file,
            "a graph by semilin graph, or lines 'i j weight', for the graph "
            "methods (default: made from the rows)");
  add_run_options(command, run.train.threads, options.quiet, &options.log,
                  &options.verbose);
}

}  // namespace

void add_tune_options(CLI::App& command, TrainArguments& options) {
  add_data_options(command, options);
  add_problem_options(command, options);
  add_report_options(command, options);
  add_source_options(command, options.source, Purpose::Train, {"--labels"});
  for (const char* name : {"--find", "--class-weight", "--graph", "--log",
                           "--report", "--probabilities"})
    command.get_option(name)->group(kElsewhereGroup);
}

void add_train_options(CLI::App& command, TrainArguments& options) {
  add_data_options(command, options);
  add_problem_options(command, options);
  add_report_options(command, options);
  for (const char* name : {"--test", "--labels-out", "--report", "--summary",
                           "--json", "--probabilities", "--expected-accuracy"})
    command.get_option(name)->group("Reports");
  add_source_options(
      command, options.source, Purpose::Train,
      {"--labels", "--unlabeled", "--vectors", "--seed-words", "--classes",
       "--votes", "--voters", "--rename", "--text", "--unlabeled-label",
       "--text-column", "--label-column", "--id-column", "--row-weights"});
}

}  // namespace semilin::cli
