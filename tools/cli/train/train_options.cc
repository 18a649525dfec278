// The options of train and tune.
#include "cli/command/help.h"
#include "cli/train/training.h"

namespace semilin::cli {
namespace {

void add_data_options(CLI::App& command, TrainArguments& options) {
  options.source.ids = false;  // read_corpus reads them for tables of labels
  command
      .add_option("DATA", options.source.path,
                  "documents (CSV, TSV, JSON lines), svmlight text, .npy, a "
                  "store or '-'; rows without a label or with '?' are "
                  "unlabeled")
      ->required();
  add_value(command, "-o,--output FILE", options.model, "model file to write")
      ->required();
}

void add_report_options(CLI::App& command, TrainArguments& options) {
  command.add_flag("--probabilities", options.run.probabilities,
                   "let predict give probabilities (five more trainings)");
  if (!options.run.tune) {
    command.add_flag("--expected-accuracy", options.run.expected_accuracy,
                     "estimate the accuracy on the unlabeled documents, with "
                     "an interval (seven more trainings)");
    add_value(command, "--test FILE", options.test,
              "evaluate the model on FILE when it is done");
    add_value(command, "--labels-out FILE", options.labels_out,
              "write the label of every training document; as a table, with "
              "scores, or with --probabilities these, if FILE ends in .csv, "
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
  std::vector<std::string> methods = names_of_methods();
  if (run.tune) std::erase(methods, kCommittee);
  add_value(command, "--method METHOD", run.train.method,
            std::string("see semilin methods (default: ") +
                (run.tune ? "da or svm)" : "committee; da for label sets)"))
      ->check(CLI::IsMember(methods));
  add_set_option(command, options);
  const char* const help =
      "LIBLINEAR's parameter in place of lambda = 1 / (2 C l), where l is the "
      "summed cost of the labels";
  if (run.tune)
    command
        .add_option_function<std::vector<std::string>>(
            "-C", [](const std::vector<std::string>&) {}, help)
        ->type_name("X,...")
        ->check(CLI::Validator(
            [&c = run.tune->c](const std::string& list) {
              return read_numbers(list, {.bound = kPositive}, c);
            },
            "", ""));
  else
    add_value(command, "-C X", run.c, help)->check(within(kPositive));
  add_value(command, "--class-sizes SIZES=estimate", run.class_sizes,
            "sizes of the classes among the unlabeled documents: estimate, "
            "equal, labels (as among the labels) or fractions, "
            "NAME=P,... or P,...");
  add_value(command, "--class-weight WEIGHTS", run.class_weight,
            "costs of the classes' labels: balanced (inverse to "
            "their numbers) or NAME=W,...");
  add_value(command, "--row-weights FILE", options.source.row_weights,
            "costs of the documents, one number per line");
  add_value(command, "--graph FILE", run.graph_file,
            "a graph by semilin graph, or lines 'i j weight', for the graph "
            "methods (default: made from the rows)");
  add_run_options(command, run.train.threads, options.quiet, &options.log,
                  &options.verbose);
}

void add_reading_options(CLI::App& command, TrainArguments& options,
                         const std::vector<std::string>& shown) {
  add_source_options(command, options.source,
                     "the vocabulary is learned or that of --vocabulary",
                     shown);
  add_value(command, "--vocabulary FILE", options.source.vocabulary,
            "the vocabulary (of a vocabulary, store or model), which travels "
            "with the model for predict --text (default: the store's own); or "
            "the features' names for --seed-words, one a line")
      ->group(kElsewhereGroup);
}

}  // namespace

void add_tune_options(CLI::App& command, TrainArguments& options) {
  add_data_options(command, options);
  add_problem_options(command, options);
  add_report_options(command, options);
  add_reading_options(command, options, {"--labels"});
  for (const char* name : {"--class-weight", "--row-weights", "--graph",
                           "--log", "--report", "--probabilities"})
    command.get_option(name)->group(kElsewhereGroup);
}

void add_train_options(CLI::App& command, TrainArguments& options) {
  add_data_options(command, options);
  add_problem_options(command, options);
  in_group(command, "Reports", [&] { add_report_options(command, options); });
  add_reading_options(command, options,
                      {"--labels", "--unlabeled", "--vectors", "--seed-words",
                       "--votes", "--text", "--unlabeled-label",
                       "--text-column", "--label-column", "--id-column"});
}

}  // namespace semilin::cli
