// semilin liblinear-train, liblinear-predict: LIBLINEAR's two programs, their
// options and their files.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "semilin/advanced/io/label_text.h"
#include "semilin/advanced/io/output_file.h"
#include "semilin/base/error.h"
#include "semilin/io/dataset_file.h"
#include "semilin/learn/tune.h"
#include "semilin/linear/calibration.h"
#include "semilin/matrix/label_sets.h"

#include "cli/command/command.h"
#include "cli/command/console.h"
#include "cli/command/files.h"
#include "cli/command/interrupt.h"
#include "cli/command/number_options.h"
#include "cli/data/class_values.h"
#include "cli/data/model_file.h"
#include "cli/data/precautions.h"

namespace semilin::cli {
namespace {

// The other solvers of LIBLINEAR, and what semilin offers instead.
struct OtherSolver {
  int type = 0;
  const char* name;
  const char* instead;
};
constexpr const char* kProbabilities =
    "-s 2 solves the SVM, to which semilin train --method svm --probabilities "
    "fits probabilities";
constexpr const char* kSquaredHinge = "-s 2 solves it with the squared hinge";
constexpr const char* kOneVsRest = "-s 2 solves one class against the rest";
constexpr const char* kRidge = "-s 2 solves it with the L2 penalty";
constexpr const char* kClassesOnly =
    "semilin learns classes only, semilin train --method rls by least squares";
constexpr const char* kFewLabels =
    "semilin train learns from a few labels of each class and from rows "
    "without any";
constexpr std::array<OtherSolver, 10> kOtherSolvers = {
    {{0, "logistic regression", kProbabilities},
     {3, "the SVM with the plain hinge", kSquaredHinge},
     {4, "the SVM of Crammer and Singer", kOneVsRest},
     {5, "the SVM with the L1 penalty", kRidge},
     {6, "logistic regression with the L1 penalty", kProbabilities},
     {7, "logistic regression", kProbabilities},
     {11, "regression", kClassesOnly},
     {12, "regression", kClassesOnly},
     {13, "regression", kClassesOnly},
     {21, "the one-class SVM", kFewLabels}}};

struct TrainFlags {
  std::string data, model;
  int solver = 1;
  double c = 1;
  std::optional<double> epsilon;
  double bias = -1;
  bool free_bias = false;
  std::vector<std::pair<std::string, double>> weights;
  int folds = 0;
  bool find_c = false;
  bool c_given = false;
  bool quiet = false;
  double ignored = 0;  // -p and -n, for solvers that are refused

  [[nodiscard]] bool measures() const { return folds > 0 || find_c; }
};

void require_solver(const TrainFlags& flags) {
  const std::string option = "-s " + std::to_string(flags.solver);
  for (const OtherSolver& other : kOtherSolvers) {
    if (other.type != flags.solver) continue;
    throw UsageError(option + ": " + other.name + " is not solved here; " +
                     other.instead);
  }
  if (flags.solver != 1 && flags.solver != 2)
    throw UsageError(option + ": LIBLINEAR has no such solver");
  if (flags.free_bias && flags.bias <= 0)
    throw UsageError("-R: there is no bias; add -B 1");
}

Dataset read_problem(const std::string& path) {
  ReadOptions read;
  read.double_values = true;
  read.zero_is_class = true;
  read.require_two_classes = true;
  Dataset data = read_dataset({path}, read);
  if (data.labeled() < data.rows.rows()) {
    throw DataError(path,
                    "expected a label on every row, found '?'; semilin train "
                    "learns from rows without one");
  }
  if (has_label_sets(data)) {
    throw DataError(path, "expected one label per row, found several");
  }
  return data;
}

// The weights -wI W, one number per class; empty if all are 1.
std::vector<double> weights_of(const TrainFlags& flags, const Dataset& data) {
  std::vector<double> weights(data.classes.size(), 1.0);
  for (const auto& [label, weight] : flags.weights) {
    const std::int32_t k = find_number(data.classes, label);
    if (k != kUnlabeled) {
      weights[k] = weight;
    } else if (!flags.quiet) {
      warn("-w" + label + ": no row of " + flags.data + " has this label");
    }
  }
  if (std::count(weights.begin(), weights.end(), 1.0) ==
      static_cast<Index>(weights.size())) {
    weights.clear();
  }
  return weights;
}

// LIBLINEAR stops when the gradient is epsilon times the smallest class's share
// of the first one. Its -s 1 measures another quantity, by an epsilon that is
// ten times as large for the same accuracy.
double tolerance_of(const TrainFlags& flags, const Dataset& data) {
  if (!flags.epsilon) return LinearOptions{}.tolerance;
  std::vector<Index> counts(data.classes.size());
  for (const std::int32_t label : data.labels)
    ++counts[label];
  const double share =
      static_cast<double>(*std::min_element(counts.begin(), counts.end())) /
      static_cast<double>(data.labels.size());
  return *flags.epsilon * share / (flags.solver == 1 ? 10 : 1);
}

TrainOptions options_of(const TrainFlags& flags, const Dataset& data,
                        const std::vector<double>& weights) {
  TrainOptions train;
  train.method = kSvm;
  LinearOptions& options = train.linear;
  options.class_weights = weights;
  options.lambda = lambda_from_c(flags.c, summed_costs(data, weights));
  options.bias = std::max(flags.bias, 0.0);
  options.bias_regularized = !flags.free_bias;
  options.tolerance = tolerance_of(flags, data);
  return train;
}

LinearModel train_one(const TrainFlags& flags, const Dataset& data,
                      const std::vector<double>& weights,
                      const Progress& progress) {
  const TrainOptions options = options_of(flags, data, weights);
  require_memory(data, options, flags.data, flags.quiet);
  return *train(data, options, progress).model.linear();
}

// With weights each class is trained by itself: its rows have its weight, all
// others 1.
LinearModel train_each(const TrainFlags& flags, const Dataset& data,
                       const std::vector<double>& weights,
                       const Progress& progress) {
  const std::size_t classes = data.classes.size();
  LabelSets sets{data.classes, {}};
  for (std::size_t k = 0; k < classes; ++k)
    sets.of_class.push_back({static_cast<std::int32_t>(k)});
  LinearModel model;
  for (std::size_t k = 0; k < classes; ++k) {
    const Dataset one = one_label(data, sets, static_cast<std::int32_t>(k));
    const LinearModel part = train_one(flags, one, {1, weights[k]}, progress);
    if (k == 0) {
      model = part;
      model.classes = data.classes;
      model.offsets.assign(classes, 0.0);
      model.weights.assign(part.weights.size() * classes, 0.0);
    }
    model.offsets[k] = part.offsets[0];
    for (std::size_t j = 0; j < part.weights.size(); ++j)
      model.weights[j * classes + k] = part.weights[j];
  }
  return model;
}

std::string percent_line(const std::string& what, double share) {
  return what + " = " + number(100 * share) + "%";
}

LinearModel train_model(const TrainFlags& flags, const Dataset& data,
                        const std::vector<double>& weights,
                        const Progress& progress) {
  return weights.size() > 2 ? train_each(flags, data, weights, progress)
                            : train_one(flags, data, weights, progress);
}

// The share of rows that models of the other folds predict correctly; NaN if
// interrupted.
double accuracy_of_folds(const TrainFlags& flags, const Dataset& data,
                         const std::vector<double>& weights,
                         const Progress& progress) {
  const Folds folds = stratified_folds(data, flags.folds, 1);
  double right = 0;
  for (int fold = 0; fold < folds.count; ++fold) {
    std::vector<Index> kept, left;
    for (std::size_t i = 0; i < folds.rows.size(); ++i)
      (folds.fold[i] == fold ? left : kept).push_back(folds.rows[i]);
    const LinearModel model =
        train_model(flags, select(data, kept), weights, progress);
    if (!progress({})) return std::nan("");
    const Dataset held_out = select(data, left);
    const auto labels = predict(model, scores(model, held_out.rows));
    for (std::size_t i = 0; i < left.size(); ++i)
      right += labels[i] == held_out.labels[i] ? 1 : 0;
  }
  return right / static_cast<double>(folds.rows.size());
}

int cross_validate(const TrainFlags& flags, const Dataset& data,
                   const std::vector<double>& weights,
                   const Progress& progress) {
  const double accuracy = accuracy_of_folds(flags, data, weights, progress);
  if (std::isnan(accuracy)) return 1;
  write_file("-", percent_line("Cross Validation Accuracy", accuracy) + "\n");
  return 0;
}

// The values of C that LIBLINEAR's -C tries; -c is the first.
std::vector<double> tried_c(const TrainFlags& flags) {
  constexpr double kFirst = 1.0 / 1024;
  constexpr double kLast = 1024;
  double c = flags.c_given ? flags.c : kFirst;
  if (c > kLast) throw UsageError("-C: searches C up to 1024");
  std::vector<double> tried;
  while (c <= kLast) {
    tried.push_back(c);
    c *= 2;
  }
  return tried;
}

// The best C and its accuracy, which is NaN if interrupted. All C are solved
// together unless each class is trained by itself.
std::pair<double, double> find_c(TrainFlags flags, const Dataset& data,
                                 const std::vector<double>& weights,
                                 const Progress& progress) {
  const std::vector<double> tried = tried_c(flags);
  if (flags.folds == 0) flags.folds = 5;
  std::pair<double, double> best = {0, -1};
  if (weights.size() > 2) {
    for (const double c : tried) {
      flags.c = c;
      const double accuracy = accuracy_of_folds(flags, data, weights, progress);
      if (std::isnan(accuracy)) return {c, accuracy};
      if (accuracy > best.second) best = {c, accuracy};
    }
    return best;
  }
  // of a training, which holds one fold out
  const double costs =
      summed_costs(data, weights) * (flags.folds - 1) / flags.folds;
  TuneOptions tuned;
  tuned.train = options_of(flags, data, weights);
  for (const double c : tried)
    tuned.lambda.push_back(lambda_from_c(c, costs));
  tuned.lambda_u = {0};
  tuned.folds = flags.folds;
  tuned.repeats = 1;
  tuned.choice = Choice::Best;
  const TuneResult result = tune(data, tuned, progress);
  const TunePoint& point = result.points[result.chosen];
  return {c_from_lambda(point.lambda, costs), point.accuracy};
}

int measure(const TrainFlags& flags, const Dataset& data,
            const std::vector<double>& weights, const Progress& progress) {
  try {
    if (!flags.find_c) return cross_validate(flags, data, weights, progress);
    const auto [c, accuracy] = find_c(flags, data, weights, progress);
    if (std::isnan(accuracy)) return 1;
    write_file("-", "Best C = " + number(c) +
                        percent_line("  CV accuracy", accuracy) + "\n");
    return 0;
  } catch (const DataError& error) {
    throw error.in(flags.data);
  }
}

int train_like_liblinear(TrainFlags flags) {
  require_solver(flags);
  if (flags.model.empty()) {
    flags.model =
        std::filesystem::path(flags.data).filename().string() + ".model";
  }
  if (!flags.measures()) {
    require_apart("the model", flags.model, flags.data);
    require_apart("the map of labels", class_map_path(flags.model), flags.data);
  }
  const Dataset data = read_problem(flags.data);
  const std::vector<double> weights = weights_of(flags, data);
  const InterruptGuard guard;
  const Progress progress = [&guard](const ProgressRecord&) {
    return !guard.interrupted();
  };
  if (flags.measures()) return measure(flags, data, weights, progress);
  const LinearModel model = train_model(flags, data, weights, progress);
  if (guard.interrupted()) {
    throw DataError(flags.data, "interrupted: no model is written");
  }
  if (write_liblinear(model, flags.model) && !flags.quiet) {
    warn("LIBLINEAR's labels are integers; " + class_map_path(flags.model) +
         " lists the class of each");
  }
  return 0;
}

struct PredictFlags {
  std::string data, model, output;
  bool probabilities = false;
  bool quiet = false;
};

// The classes in the order of the labels in LIBLINEAR's file, if there is one.
std::vector<std::int32_t> order_of(const ModelHead& model) {
  const auto info = nlohmann::json::parse(model.info);
  std::vector<std::int32_t> order;
  for (const int label : info.value("labels", std::vector<int>{}))
    order.push_back(find_class(model.classes, std::to_string(label)));
  if (order.size() == model.classes.size() &&
      std::count(order.begin(), order.end(), kUnlabeled) == 0) {
    return order;
  }
  order.clear();
  for (std::size_t k = 0; k < model.classes.size(); ++k)
    order.push_back(static_cast<std::int32_t>(k));
  return order;
}

// A label on a line; with probabilities also a header, and after each label the
// probabilities of all classes.
std::string prediction_lines(const ModelHead& model,
                             const std::vector<double>& outputs,
                             const std::vector<std::int32_t>& labels,
                             bool with_probabilities) {
  std::string lines;
  std::vector<std::int32_t> order;
  std::vector<double> shares;
  if (with_probabilities) {
    order = order_of(model);
    shares = label_probabilities(model, outputs);
    lines = "labels";
    for (const std::int32_t k : order)
      lines += " " + label_word(model.classes[k]);
    lines += '\n';
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    lines += label_word(model.classes[labels[i]]);
    for (const std::int32_t k : order)
      lines += " " + number(shares[i * model.classes.size() + k]);
    lines += '\n';
  }
  return lines;
}

// LIBLINEAR's line; a row whose label the model does not know is wrong.
std::string accuracy_line(const ModelHead& model, const Dataset& data,
                          const std::vector<std::int32_t>& labels) {
  std::vector<std::int32_t> known;
  for (const std::string& name : data.classes)
    known.push_back(find_class(model.classes, name));
  Index right = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::int32_t label = data.labels[i];
    right += label != kUnlabeled && known[label] == labels[i] ? 1 : 0;
  }
  const auto rows = static_cast<Index>(labels.size());
  return percent_line("Accuracy",
                      static_cast<double>(right) / static_cast<double>(rows)) +
         " (" + std::to_string(right) + "/" + std::to_string(rows) + ")\n";
}

int predict_like_liblinear(const PredictFlags& flags) {
  const Model model = read_model(flags.model);
  const ModelHead& head = model.head();
  if (head.multi_label) {
    throw DataError(flags.model, "expected a model of one label per row");
  }
  if (flags.probabilities && head.calibration.slopes.empty()) {
    throw DataError(flags.model,
                    "expected a model with probabilities (of logistic "
                    "regression, or of semilin train --probabilities)");
  }
  ReadOptions read;
  read.double_values = true;
  read.zero_is_class = true;
  read.features = head.features;
  read.known_classes = head.classes;
  const Dataset data = read_dataset({flags.data}, read);
  std::vector<double> outputs;
  try {
    outputs = scores(model, data.rows);
  } catch (const DataError& error) {
    throw error.in(flags.data);
  }
  const std::vector<std::int32_t> labels = predict(head, outputs);
  write_file(flags.output,
             prediction_lines(head, outputs, labels, flags.probabilities));
  if (!flags.quiet && !labels.empty())
    write_file("-", accuracy_line(head, data, labels));
  return 0;
}

}  // namespace

Command add_liblinear_train(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "liblinear-train", "LIBLINEAR's train: its options and files");
  const auto flags = std::make_shared<TrainFlags>();
  command->add_option("TRAINING_SET", flags->data, "svmlight text, labelled")
      ->required();
  command->add_option("MODEL_FILE", flags->model,
                      "LIBLINEAR model to write (default: the name of "
                      "TRAINING_SET and .model, in this folder)");
  command
      ->add_option("-s", flags->solver,
                   "1, 2: squared-hinge SVM, the same model by both; other "
                   "solvers are refused")
      ->type_name("N")
      ->default_str("1");
  CLI::Option* c = command->add_option("-c", flags->c, "C of the labelled rows")
                       ->type_name("X")
                       ->default_str("1")
                       ->check(within(kPositive));
  command
      ->add_option("-e", flags->epsilon,
                   "stop when |gradient| <= X times the smallest class's share "
                   "times |gradient at 0|; -s 1: a tenth of X (default: 1e-05 "
                   "|gradient at 0|)")
      ->type_name("X")
      ->check(within(kPositive));
  command
      ->add_option("-B", flags->bias,
                   "value of the constant feature; negative: none")
      ->type_name("X")
      ->default_str("-1")
      ->check(within(kFinite));
  command->add_flag("-R", flags->free_bias,
                    "penalise the bias a thousandth of the other weights");
  command
      ->add_option("-w", flags->weights,
                   "-wI W: multiply C of the rows of label I by W; once for "
                   "each label")
      ->type_name("I W")
      ->allow_extra_args(false);
  command
      ->add_option("-v", flags->folds,
                   "print the accuracy of N-fold cross-validation; no model")
      ->type_name("N")
      ->check(CLI::Range(2, 1000000));
  command->add_flag("-C", flags->find_c,
                    "print the best C among its doublings from -c (or 1/1024) "
                    "to 1024, by cross-validation; no model");
  command->add_option("-p", flags->ignored, "parameter of regression, ignored")
      ->type_name("X");
  command
      ->add_option("-n", flags->ignored,
                   "parameter of the one-class SVM, ignored")
      ->type_name("X");
  command->add_flag("-q", flags->quiet, "print no warnings");
  return {command, [flags, c] {
            flags->c_given = c->count() > 0;
            return train_like_liblinear(*flags);
          }};
}

Command add_liblinear_predict(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "liblinear-predict", "LIBLINEAR's predict: its options and files");
  const auto flags = std::make_shared<PredictFlags>();
  command->add_option("TEST_SET", flags->data, "svmlight text, with labels")
      ->required();
  command->add_option("MODEL", flags->model, "LIBLINEAR or semilin model")
      ->required();
  command->add_option("OUTPUT_FILE", flags->output, "the labels to write")
      ->required();
  command
      ->add_option("-b", flags->probabilities,
                   "1: write a header, and after each label the probability of "
                   "each class; for logistic regression, or a model trained "
                   "with probabilities")
      ->type_name("0|1")
      ->default_str("0");
  command->add_flag("-q", flags->quiet, "do not print the accuracy");
  return {command, [flags] { return predict_like_liblinear(*flags); }};
}

}  // namespace semilin::cli
