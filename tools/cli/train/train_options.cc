#include "cli/train/train_options.h"

#include "semilin/base/error.h"
#include "semilin/learn/suggest.h"
#include "semilin/matrix/label_sets.h"

#include "cli/command/command.h"
#include "cli/command/console.h"
#include "cli/command/help.h"
#include "cli/command/number_options.h"
#include "cli/data/class_values.h"
#include "cli/data/data_options.h"
#include "cli/data/graph_file.h"

namespace semilin::cli {
namespace {

constexpr const char* kReportGroup = "Reports";

CLI::Option* add_file(CLI::App& command, const std::string& name,
                      std::string& field, const std::string& help) {
  return command.add_option(name, field, help)->type_name("FILE");
}

void add_data_options(CLI::App& command, TrainArguments& options) {
  options.source.ids = false;  // but for tables of labels
  command
      .add_option("DATA", options.source.path,
                  "documents (CSV, TSV, JSON lines), svmlight text, .npy, a "
                  "store or '-'; rows without a label or with '?' are "
                  "unlabeled")
      ->required();
  add_file(command, "-o,--output", options.model, "model file to write")
      ->required();
}

void add_probabilities_option(CLI::App& command, TrainArguments& options) {
  command
      .add_flag("--probabilities", options.probabilities,
                "let predict give probabilities (five more trainings)")
      ->group(kReportGroup);
}

void add_report_option(CLI::App& command, TrainArguments& options) {
  add_file(command, "--report", options.report,
           "write a page of HTML about the run")
      ->group(kReportGroup);
}

void add_report_options(CLI::App& command, TrainArguments& options) {
  add_probabilities_option(command, options);
  command
      .add_flag("--expected-accuracy", options.expected_accuracy,
                "estimate the accuracy on the unlabeled rows, with an "
                "interval (seven more trainings)")
      ->group(kReportGroup);
  command
      .add_flag("--cross-validate", options.cross_validate,
                "estimate the accuracy on labeled rows (five more trainings)")
      ->group(kReportGroup);
  add_file(command, "--test", options.test,
           "evaluate the model on FILE when it is done")
      ->group(kReportGroup);
  add_file(command, "--labels-out", options.labels_out,
           "write each row's label as training sees it; as a table, with "
           "probabilities, if FILE ends in .csv, .tsv, .jsonl or .json")
      ->group(kReportGroup);
  add_report_option(command, options);
  CLI::Option* summary = add_file(command, "--summary", options.summary,
                                  "write a summary of the run as JSON");
  summary->group(kReportGroup);
  command
      .add_flag_callback(
          "--json",
          [&options] {
            options.summary = "-";
            options.quiet = true;
          },
          "print the summary as JSON, and nothing else")
      ->group(kReportGroup)
      ->excludes(summary);
}

void add_method_option(CLI::App& command, TrainArguments& options,
                       bool committee) {
  std::vector<std::string> names = names_of_methods();
  if (!committee) std::erase(names, kCommittee);
  command
      .add_option("--method", options.method,
                  "see semilin methods (default: " +
                      std::string(committee ? kCommittee : kDa) +
                      "; svm if no row is unlabeled" +
                      (committee ? "; da if rows have several labels)" : ")"))
      ->type_name("METHOD")
      ->check(CLI::IsMember(names));
}

void add_class_sizes_option(CLI::App& command, TrainArguments& options) {
  command
      .add_option("--class-sizes", options.class_sizes,
                  "sizes of the classes among the unlabeled rows: estimate, "
                  "equal, labels (as among the labeled rows) or fractions, "
                  "NAME=P,... or P,...")
      ->type_name("SIZES")
      ->default_str("estimate");
}

void add_cost_options(CLI::App& command, TrainArguments& options) {
  command
      .add_option("--class-weight", options.class_weight,
                  "costs of the classes' labeled rows: balanced (inverse to "
                  "their numbers) or NAME=W,...")
      ->type_name("WEIGHTS");
  add_file(command, "--row-weights", options.source.row_weights,
           "costs of the rows, one number per line");
}

void add_problem_options(CLI::App& command, TrainArguments& options,
                         GridOptions* grids) {
  add_method_option(command, options, grids == nullptr);
  add_set_option(command, options.settings, options.linear, options.graph,
                 grids);
  const char* const help =
      "LIBLINEAR's parameter in place of lambda = 1 / (2 C l), where l is the "
      "summed cost of the labeled rows";
  if (grids != nullptr) {
    add_list(command, "-C", grids->c, help, within(kPositive))
        ->type_name("X,...");
  } else {
    command
        .add_option_function<double>(
            "-C", [&options](const double& c) { options.c = c; }, help)
        ->type_name("X")
        ->check(within(kPositive));
  }
  add_class_sizes_option(command, options);
  add_cost_options(command, options);
  add_file(command, "--graph", options.graph_file,
           "a graph by semilin graph, or lines 'i j weight', for the graph "
           "methods (default: made from the rows)");
  add_threads_option(command, options.linear.threads);
  add_quiet_option(command, options.quiet);
  add_verbose_option(command, options.verbose);
  add_log_option(command, options.log);
}

void add_reading_options(CLI::App& command, TrainArguments& options,
                         const std::vector<std::string>& shown) {
  add_source_options(command, options.source,
                     "the vocabulary is learned or that of --vocabulary",
                     shown);
  add_file(command, "--vocabulary", options.source.vocabulary,
           "the vocabulary (of a vocabulary, store or model), which travels "
           "with the model for predict --text (default: the store's own); or "
           "the features' names for --seed-words, one a line")
      ->group(kElsewhereGroup);
}

ClassSizeOptions sizes_in_force(const TrainArguments& options,
                                const Dataset& data,
                                const std::vector<double>& drawn) {
  if (options.class_sizes.empty() && !drawn.empty() && !has_label_sets(data)) {
    ClassSizeOptions sizes =
        sizes_of_drawn(data.labels, drawn, data.classes.size());
    if (sizes.rows >= kEnoughDrawn) {
      if (!options.quiet) {
        say("Class sizes are estimated from labels of rows that suggest drew, "
            "as many as " +
            number(sizes.rows, 3) + " rows drawn with equal probability.");
      }
      return sizes;
    }
  }
  return class_size_options(options.class_sizes, data);
}

void resolve_costs(const TrainArguments& options, const Dataset& data,
                   LinearOptions& linear) {
  linear.class_weights = class_weights(options.class_weight, data);
  if (!options.c) return;
  if (has_label_sets(data) && !linear.class_weights.empty()) {
    throw UsageError(
        "-C: with --class-weight and multi-label data write --set lambda=X "
        "instead");
  }
  linear.lambda =
      lambda_from_c(*options.c, summed_costs(data, linear.class_weights));
}

}  // namespace

void add_tune_options(CLI::App& command, TrainArguments& options,
                      GridOptions& grids) {
  add_data_options(command, options);
  add_problem_options(command, options, &grids);
  add_probabilities_option(command, options);
  add_report_option(command, options);
  add_reading_options(command, options, {"--labels"});
  for (const char* name : {"--class-weight", "--row-weights", "--graph",
                           "--log", "--report", "--probabilities"})
    command.get_option(name)->group(kElsewhereGroup);
}

void add_train_options(CLI::App& command, TrainArguments& options) {
  add_data_options(command, options);
  add_problem_options(command, options, nullptr);
  add_report_options(command, options);
  add_reading_options(
      command, options,
      {"--labels", "--unlabeled", "--vectors", "--seed-words", "--text",
       "--unlabeled-label", "--text-column", "--label-column", "--id-column"});
}

void require_options_of(const Method& method, const TrainArguments& options) {
  require_settings_of(method, options.settings, !options.graph_file.empty());
  const auto refuse = [&](bool given, const char* name) {
    if (given)
      throw UsageError(std::string(name) + ": not for --method " +
                       std::string(method.name));
  };
  if (!method.linear) {
    refuse(options.c.has_value(), "-C");
    refuse(!options.class_weight.empty(), "--class-weight");
    refuse(!options.source.row_weights.empty(), "--row-weights");
  }
  if (!method.graph) refuse(!options.graph_file.empty(), "--graph");
  if (options.c && options.settings.has("lambda"))
    throw UsageError("-C: stands in place of --set lambda");
}

TrainOptions resolve(const TrainArguments& options, const Dataset& data,
                     const std::vector<double>& drawn) {
  TrainOptions train{options.method,
                     options.linear,
                     options.graph,
                     sizes_in_force(options, data, drawn),
                     {},
                     options.linear.threads};
  if (train.method.empty())
    train.method = default_method(data, train.linear.lambda_u);
  const Method& method = method_named(train.method);
  if (has_label_sets(data) && !method.label_sets) {
    throw DataError(options.source.path,
                    "expected one label per row, found several: " +
                        train.method + " does not know multi-label data");
  }
  resolve_costs(options, data, train.linear);
  if (!options.graph_file.empty()) {
    train.graph.graph = read_graph(options.graph_file);
    require_nodes(*train.graph.graph, data.rows.rows(), options.graph_file);
  }
  return train;
}

}  // namespace semilin::cli
