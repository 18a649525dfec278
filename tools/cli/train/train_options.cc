#include "cli/train/train_options.h"

#include <array>
#include <cmath>

#include "semilin/advanced/io/line_source.h"
#include "semilin/base/error.h"
#include "semilin/learn/suggest.h"
#include "semilin/matrix/label_sets.h"

#include "cli/command/command.h"
#include "cli/command/console.h"
#include "cli/command/number_options.h"
#include "cli/data/class_values.h"
#include "cli/data/data_options.h"
#include "cli/data/graph_file.h"
#include "cli/train/graph_options.h"

namespace semilin::cli {
namespace {

// Those of the linear methods that the graph methods have too.
constexpr std::array kShared = {"lambda", "tolerance", "max-iterations",
                                "threads"};

void add_linear_options(CLI::App& command, LinearOptions& options) {
  add_described_options(command, options, kLinearGroup);
  for (const char* name : kShared) {
    CLI::Option* option = command.get_option("--" + std::string(name));
    option->group(command.get_option("--method")->get_group());
  }
  command.get_option("--max-switches")
      ->type_name("N|all")
      ->default_str("all")
      ->transform([](const std::string& text) {
        return text == "all" ? std::string("0") : text;
      });
}

CLI::Option* add_file(CLI::App& command, const std::string& name,
                      std::string& field, const std::string& help) {
  return command.add_option(name, field, help)->type_name("FILE");
}

void add_model_options(CLI::App& command, TrainArguments& options) {
  command
      .add_option("DATA", options.data,
                  "svmlight text (plain, gzip, '-'), a store or a table of "
                  "documents (CSV, TSV, JSON lines); unlabelled rows have the "
                  "label '?'")
      ->required();
  add_file(command, "-o,--output", options.model, "the model to write")
      ->required();
  add_file(command, "--vocabulary", options.vocabulary,
           "the vocabulary (of a vocabulary, store or model), which travels "
           "with the model for predict --text (default: the store's own)");
  command.add_flag("--probabilities", options.probabilities,
                   "fit what predict --probabilities needs, to outputs of "
                   "rows left out: five more trainings");
}

void add_report_option(CLI::App& command, TrainArguments& options) {
  add_file(command, "--report", options.report,
           "write what the run did as a page of HTML");
}

void add_report_options(CLI::App& command, TrainArguments& options) {
  command.add_flag("--cross-validate", options.cross_validate,
                   "say how often the model and the supervised SVM are right "
                   "on labelled rows left out: five more trainings");
  command.add_flag("--expected-accuracy", options.expected_accuracy,
                   "say how often the model is likely to be right on the "
                   "unlabelled rows, with an interval: seven more trainings, "
                   "of a committee's shorter ones");
  add_file(command, "--test", options.test,
           "evaluate on FILE when done, beside the supervised SVM");
  add_file(command, "--summary", options.summary,
           "write what the run did as JSON");
  add_report_option(command, options);
  add_file(command, "--labels-out", options.labels_out,
           "write the label that training settled on for each row of DATA; a "
           "table, with --probabilities, if FILE ends in .csv, .tsv or .jsonl");
  CLI::Option* checkpoint =
      add_file(command, "--checkpoint", options.checkpoint,
               "keep the state of a long run in FILE, which goes when the run "
               "is done (tsvm, da, tv, cheeger)");
  command
      .add_option("--checkpoint-seconds", options.checkpoint_seconds,
                  "write it so often at most")
      ->type_name("X")
      ->default_str("60")
      ->check(within(kNotNegative))
      ->needs(checkpoint);
  CLI::Option* resume =
      command
          .add_flag("--resume", options.resume,
                    "go on from the checkpoint, if there is one")
          ->needs(checkpoint);
  command
      .add_flag("--restart", options.restart,
                "begin again, and forget the checkpoint that there is")
      ->needs(checkpoint)
      ->excludes(resume);
}

void add_method_option(CLI::App& command, TrainArguments& options,
                       bool committee) {
  std::vector<std::string> names;
  std::string help;
  for (const Method& method : methods()) {
    if (method.name == kCommittee && !committee) continue;
    names.emplace_back(method.name);
    help += (help.empty() ? "" : "; ") + names.back() + ": " +
            std::string(method.help);
  }
  help += " (default: " + std::string(committee ? kCommittee : kDa) +
          " if there are unlabelled rows" +
          (committee ? ", da if rows have several labels" : "") +
          ", otherwise svm)";
  command.add_option("--method", options.method, help)
      ->type_name("METHOD")
      ->check(CLI::IsMember(names));
}

void add_ratio_option(CLI::App& command, std::string& ratio) {
  command
      .add_option("--ratio", ratio,
                  "class sizes of the unlabelled rows; labels: as among the "
                  "labelled rows; SIZES: one number per class "
                  "in the order of the classes (for two classes the fraction "
                  "of the second will do), or name=P,...; they sum to 1")
      ->type_name("estimate|labels|equal|SIZES")
      ->default_str("estimate");
}

void add_cost_options(CLI::App& command, TrainArguments& options) {
  command
      .add_option("--class-weight", options.class_weight,
                  "costs of the classes' labelled rows: 'balanced' (inverse "
                  "to their numbers) or label=w,...")
      ->type_name("balanced|WEIGHTS")
      ->group(kLinearGroup);
  add_file(command, "--row-weights", options.row_weights,
           "costs of the rows, one number per line, for all rows in order")
      ->group(kLinearGroup);
}

void add_c_option(CLI::App& command, TrainArguments& options) {
  command
      .add_option_function<double>(
          "-C", [&options](const double& c) { options.c = c; },
          "LIBLINEAR's parameter instead of --lambda: lambda = 1 / (2 C l), l "
          "the summed costs of the labelled rows")
      ->type_name("X")
      ->check(within(kPositive))
      ->excludes(command.get_option("--lambda"))
      ->group(kLinearGroup);
}

// In place of the option that takes one number.
template <class T>
void add_grid(CLI::App& command, const std::string& name, std::vector<T>& field,
              const Bound& bound, const std::string& help) {
  CLI::Option* one = command.get_option(name.substr(0, name.find(',')));
  const std::string group = one->get_group();
  command.remove_option(one);
  add_list(command, name, field, help, within(bound))
      ->type_name(std::is_integral_v<T> ? "N,..." : "X,...")
      ->group(group);
}

void add_problem_options(CLI::App& command, TrainArguments& options,
                         bool committee) {
  add_method_option(command, options, committee);
  add_ratio_option(command, options.ratio);
  add_linear_options(command, options.linear);
  add_cost_options(command, options);
  add_c_option(command, options);
  add_graph_training_options(command, options.graph, options.graph_file);
}

void add_reading_options(CLI::App& command, TrainArguments& options) {
  add_quiet_option(command, options.quiet);
  add_log_option(command, options.log);
  add_label_options(command, options.read, true);
  add_unlabeled_option(command, options.read);
  add_format_options(command, options.read);
  add_text_flag(command, options.input,
                "the vocabulary is learnt from them, or that of --vocabulary");
  add_term_options(command, options.terms, kTextGroup);
}

}  // namespace

void add_tune_options(CLI::App& command, TrainArguments& options,
                      GridOptions& grids) {
  add_model_options(command, options);
  add_report_option(command, options);
  add_problem_options(command, options, false);
  add_grid(command, "--lambda", grids.lambda, kPositive,
           "weights of the penalty to try (default: 0.1, 0.03, ... 3e-06; "
           "semi-supervised: 0.01, 0.001, 0.0001; times the rows' mean |x|^2, "
           "which is 1 for text; graph methods: their own)");
  add_grid(command, "-C", grids.c, kPositive,
           "LIBLINEAR's parameters instead of --lambda: lambda = 1 / (2 C l), "
           "l the summed costs of the labelled rows");
  command.get_option("-C")->excludes(command.get_option("--lambda"));
  add_grid(command, "--lambda-u", grids.lambda_u, kNotNegative,
           "weights of the unlabelled rows to try; 0: the supervised SVM "
           "(default: 0, 0.1, 1)");
  add_grid(command, "--gamma", grids.gamma, kNotNegative,
           "weights of the penalty on the graph to try (default: lap 1, 4, 16; "
           "tv 0.05, 0.15, 0.5)");
  add_grid(command, "--neighbors,-k", grids.neighbors, kPositive,
           "numbers of nearest rows to try (default: 5, 10, 20, as far as "
           "there are so many rows)");
  add_grid(command, "--kernel-width", grids.width, kPositive,
           "widths of the rbf kernel to try (default: the mean distance to the "
           "10th neighbour)");
  add_reading_options(command, options);
}

void add_train_options(CLI::App& command, TrainArguments& options) {
  add_model_options(command, options);
  add_report_options(command, options);
  add_problem_options(command, options, true);
  add_reading_options(command, options);
}

void refuse_foreign_options(const CLI::App& command,
                            const TrainArguments& options) {
  if (options.method.empty()) return;
  const Method& method = method_named(options.method);
  for (const CLI::Option* option : command.get_options()) {
    const std::string& group = option->get_group();
    const bool linear = group == kLinearGroup;
    const bool graph = group == kGraphMethodGroup || group == kGraphGroup;
    const bool foreign = (linear && !method.linear) || (graph && !method.graph);
    if (!foreign || option->count() == 0) continue;
    throw UsageError(option->get_name() + ": only for " +
                     (linear ? "linear methods, not --method " + options.method
                             : "graph methods: --method lap-rls, tv-rls, ..."));
  }
}

void apply_row_weights(const TrainArguments& options, Dataset& data) {
  if (options.row_weights.empty()) return;
  LineSource lines(options.row_weights);
  data.costs.clear();
  while (const auto line = lines.next()) {
    const std::optional<double> cost = parse_number(*line);
    if (!cost || !std::isfinite(*cost) || *cost < 0) {
      throw DataError(lines.name(), lines.line(), 1, "a number >= 0",
                      "'" + std::string(line->substr(0, 40)) + "'");
    }
    data.costs.push_back(*cost);
  }
  const auto found = static_cast<Index>(data.costs.size());
  if (found != data.rows.rows()) {
    throw DataError(lines.name(),
                    "expected " + std::to_string(data.rows.rows()) +
                        " lines, one per row, found " + std::to_string(found));
  }
}

namespace {

ClassSizeOptions sizes_in_force(const TrainArguments& options,
                                const Dataset& data,
                                const std::vector<double>& drawn) {
  if (options.ratio.empty() && !drawn.empty() && !has_label_sets(data)) {
    ClassSizeOptions sizes =
        sizes_of_drawn(data.labels, drawn, data.classes.size());
    if (sizes.rows >= kEnoughDrawn) {
      if (!options.quiet) {
        say("semilin: class sizes: told by labels of rows drawn with known "
            "probabilities, worth " +
            number(sizes.rows, 3) + " rows");
      }
      return sizes;
    }
  }
  return class_size_options(options.ratio, data);
}

void resolve_costs(const TrainArguments& options, const Dataset& data,
                   LinearOptions& linear) {
  linear.class_weights = class_weights(options.class_weight, data);
  if (!options.c) return;
  if (has_label_sets(data) && !linear.class_weights.empty()) {
    throw UsageError(
        "-C: with --class-weight and multi-label data give "
        "--lambda instead");
  }
  linear.lambda =
      lambda_from_c(*options.c, summed_costs(data, linear.class_weights));
}

}  // namespace

TrainOptions resolve(const TrainArguments& options, const Dataset& data,
                     const std::vector<double>& drawn) {
  TrainOptions train{options.method, options.linear, options.graph,
                     sizes_in_force(options, data, drawn),
                     options.linear.threads};
  if (train.method.empty())
    train.method = default_method(data, train.linear.lambda_u);
  const Method& method = method_named(train.method);
  if (has_label_sets(data) && !method.label_sets) {
    throw DataError(options.data,
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
