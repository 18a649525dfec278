// semilin svmlin: SVMlin's program, its options and its files.
#include <array>
#include <cmath>
#include <utility>

#include "semilin/advanced/io/line_source.h"
#include "semilin/io/dataset_file.h"

#include "cli/train/training.h"

namespace semilin::cli {
namespace {

struct SvmlinOptions {
  std::string examples, labels, weights;
  int algorithm = 1;
  double lambda = 1;
  double lambda_u = 1;
  Index max_switches = 10000;
  double fraction = 0.5;
  std::vector<std::pair<std::string, double>> costs;  // "p" or "n" and a number
};

const std::vector<std::string> kSigns = {"-1", "1"};

Dataset read_examples(const SvmlinOptions& options, Index features = 0) {
  ReadOptions read;
  read.double_values = true;
  read.features = features;
  read.ignore_labels = options.labels.empty();
  if (!read.ignore_labels) read.label_files = {options.labels};
  Dataset data = read_dataset({options.examples}, read);
  for (const std::string& name : data.classes) {
    if (find_number(kSigns, name) != kUnlabeled || name == "0") continue;
    throw DataError(options.labels,
                    "expected labels +1, -1 and 0, found '" + name + "'");
  }
  return data;
}

// Costs of the negative and the positive class.
std::vector<double> costs_of(const SvmlinOptions& options) {
  if (options.costs.empty()) return {};
  if (options.algorithm != 1) throw UsageError("-Cp, -Cn: only with -A 1");
  std::vector<double> costs = {1, 1};
  for (const auto& [sign, cost] : options.costs) {
    if (sign != "p" && sign != "n")
      throw UsageError("-C" + sign + ": expected -Cp or -Cn");
    if (!(cost > 0) || !std::isfinite(cost))
      throw UsageError("-C" + sign + ": expected a number > 0");
    costs[sign == "p" ? 1 : 0] = cost;
  }
  return costs;
}

// SVMlin divides the labeled rows' losses by their number, semilin by their
// costs, which Cp and Cn change.
TrainOptions training_of(const SvmlinOptions& options, const Dataset& data) {
  constexpr std::array kAlgorithms = {kRls, kSvm, kTsvm, kDa};
  TrainOptions train;
  train.method = kAlgorithms[options.algorithm];
  LinearOptions& linear = train.linear;
  linear.class_weights = costs_of(options);
  linear.lambda = options.lambda * static_cast<double>(data.labeled()) /
                  summed_costs(data, linear.class_weights);
  linear.lambda_u = options.lambda_u;
  linear.max_switches = options.max_switches;
  train.class_sizes = {SizeSource::Given,
                       {1 - options.fraction, options.fraction}};
  linear.threshold = false;
  return train;
}

void write_numbers(const std::vector<double>& numbers,
                   const std::string& path) {
  std::string lines;
  for (const double value : numbers)
    lines += exact_number(value) + "\n";
  write_file(path, lines);
}

LinearModel train_model(const SvmlinOptions& options, const Dataset& data) {
  const TrainOptions training = training_of(options, data);
  require_memory(data, training, options.examples, false);
  RunMonitor monitor(true);
  LinearModel model = *train(data, training, monitor.progress()).model.linear();
  if (monitor.interrupted())
    throw DataError(options.examples, "interrupted: nothing is written");
  return model;
}

// One weight per feature, the bias last.
LinearModel read_weights(const std::string& path) {
  LinearModel model;
  model.classes = kSigns;
  model.offsets = {0};
  LineSource lines(path);
  while (const auto line = lines.next()) {
    const auto weight = parse_number(*line);
    if (!weight || !std::isfinite(*weight)) {
      throw DataError(lines.name(), lines.line(), 1, "a weight",
                      "'" + std::string(line->substr(0, 40)) + "'");
    }
    model.weights.push_back(*weight);
  }
  if (model.weights.empty())
    throw DataError(lines.name(), "expected weights, found none");
  model.features = static_cast<Index>(model.weights.size()) - 1;
  return model;
}

int train_like_svmlin(const SvmlinOptions& options) {
  if (options.labels.empty()) throw UsageError("LABELS is required without -f");
  const Dataset data = read_examples(options);
  if (data.classes.size() != 2 || find_class(data.classes, "0") >= 0) {
    throw DataError(options.labels, "expected both +1 and -1 among the labels");
  }
  const LinearModel model = train_model(options, data);
  std::vector<double> weights = model.weights;
  weights.back() = model.bias * weights.back() + model.offsets[0];
  write_numbers(weights, options.examples + ".weights");
  write_numbers(scores(model, data.rows), options.examples + ".outputs");
  return 0;
}

int test_like_svmlin(const SvmlinOptions& options) {
  const LinearModel model = read_weights(options.weights);
  const Dataset data = read_examples(options, model.features);
  const std::vector<double> outputs = scores(model, data.rows);
  write_numbers(outputs, options.examples + ".outputs");
  if (options.labels.empty()) return 0;
  Index right = 0;
  Index known = 0;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const std::int32_t label = data.labels[i];
    if (label == kUnlabeled || data.classes[label] == "0") continue;
    ++known;
    right +=
        (outputs[i] > 0 ? 1 : 0) == find_number(kSigns, data.classes[label])
            ? 1
            : 0;
  }
  if (known == 0) throw DataError(options.labels, "no row has a label");
  const double share = static_cast<double>(right) / static_cast<double>(known);
  write_file("-", "Accuracy = " + number(100 * share) + " % (" +
                      std::to_string(right) + "/" + std::to_string(known) +
                      ")\n");
  return 0;
}

int run_like_svmlin(const SvmlinOptions& options) {
  const bool tests = !options.weights.empty();
  const std::string outputs = options.examples + ".outputs";
  require_apart("the outputs", outputs, options.labels);
  if (tests) {
    require_apart("the outputs", outputs, options.weights);
  } else {
    require_apart("the weights", options.examples + ".weights", options.labels);
  }
  return tests ? test_like_svmlin(options) : train_like_svmlin(options);
}

}  // namespace

Command add_svmlin(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("svmlin", "SVMlin's program: its options and files");
  const auto options = std::make_shared<SvmlinOptions>();
  command
      ->add_option("EXAMPLES", options->examples,
                   "rows without labels, index:value ...")
      ->required();
  command->add_option("LABELS", options->labels,
                      "+1, -1 or 0 (not known) for each row, one per line; "
                      "with -f: print the accuracy");
  add_value(*command, "-A N=1", options->algorithm,
            "0: least squares; 1: SVM; 2: transductive SVM; 3: "
            "deterministic annealing")
      ->check(CLI::Range(0, 3));
  add_value(*command, "-W X=1", options->lambda, "lambda")
      ->check(within(kPositive));
  add_value(*command, "-U X=1", options->lambda_u,
            "lambda_u, of unlabeled rows")
      ->check(within(kNotNegative));
  add_value(*command, "-S N=10000", options->max_switches,
            "pairs of labels that -A 2 switches at most between two "
            "retrainings")
      ->check(within(kNotNegative));
  add_value(*command, "-R X=0.5", options->fraction,
            "fraction of the unlabeled rows that are positive")
      ->check(CLI::Range(0.0, 1.0));
  add_value(*command, "-f FILE", options->weights,
            "test: write the outputs of the rows with these weights");
  command
      ->add_option("-C", options->costs,
                   "-Cp X, -Cn X: costs of the positive and the negative rows; "
                   "only with -A 1")
      ->type_name("p|n X")
      ->allow_extra_args(false);
  return {command, [options] { return run_like_svmlin(*options); }};
}

}  // namespace semilin::cli
