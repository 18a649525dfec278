// semilin tune: cross-validates a grid, writes the model of the point chosen.
#include "semilin/linear/tune.h"

#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>

#include "semilin/advanced/io/output_file.h"
#include "semilin/base/error.h"
#include "semilin/io/archive_file.h"
#include "semilin/linear/calibration.h"
#include "semilin/matrix/label_sets.h"

#include "cli/class_values.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/interrupt.h"
#include "cli/progress_printer.h"
#include "cli/table.h"
#include "cli/train_options.h"
#include "cli/train_report.h"
#include "cli/training.h"

namespace semilin::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kInterrupted = 1;

// Of rows of unit length. A step is about half an order of magnitude.
const std::vector<double> kLambdas = {0.1,  0.03, 0.01, 3e-3, 1e-3,
                                      3e-4, 1e-4, 3e-5, 1e-5, 3e-6};
// Annealing costs one run per point and fold.
const std::vector<double> kSemisupervisedLambdas = {1e-2, 1e-3, 1e-4};
const std::vector<double> kLambdaUs = {0, 0.1, 1};

struct Options {
  TrainArguments train;
  GridOptions grids;
  std::string folds = "5";
  int repeats = 0;
  std::uint64_t seed = 1;
  std::string choice = "one-se";
  bool json = false;
};

bool semisupervised(const LinearOptions& linear, const Dataset& data) {
  return is_semisupervised(linear.method) && data.labeled() < data.rows.rows();
}

TuneOptions tune_options(const Options& options, const Dataset& data) {
  TuneOptions tune;
  tune.linear = resolve_linear(options.train, data);
  const bool semi = semisupervised(tune.linear, data);
  tune.lambda = options.grids.lambda;
  for (const double c : options.grids.c) {
    tune.lambda.push_back(
        lambda_from_c(c, weighted_costs(data, tune.linear.class_weights)));
  }
  if (tune.lambda.empty()) {
    tune.lambda = semi ? kSemisupervisedLambdas : kLambdas;
    for (double& lambda : tune.lambda)
      lambda *= *tune.linear.lambda / 1e-3;
  }
  tune.lambda_u = options.grids.lambda_u;
  if (tune.lambda_u.empty())
    tune.lambda_u = semi ? kLambdaUs : std::vector<double>{0};
  tune.folds = options.folds == "loo" ? 0 : std::stoi(options.folds);
  tune.repeats = options.repeats;
  tune.seed = options.seed;
  tune.choice =
      options.choice == "best" ? Choice::Best : Choice::OneStandardError;
  return tune;
}

TuneResult tune_with_progress(const Dataset& data, const TuneOptions& tune,
                              const TrainArguments& options) {
  const InterruptGuard guard;
  ProgressPrinter printer(options.quiet);
  const Progress progress = [&](const ProgressRecord& record) {
    printer.print(record);
    return !guard.interrupted();
  };
  TuneResult result = tune_linear(data, tune, progress);
  LinearResult& refitted = result.refitted;
  if (options.probabilities && refitted.summary.stop != Stop::Interrupted) {
    refitted.model.calibration =
        calibrate(data, result.options, refitted.summary.class_sizes, progress);
    if (refitted.model.calibration.slopes.empty())
      refitted.summary.stop = Stop::Interrupted;
  }
  return result;
}

std::string to_text(const TuneResult& result) {
  Table table({"lambda", "lambda-u", "accuracy", "std. error", ""});
  for (std::size_t p = 0; p < result.points.size(); ++p) {
    const TunePoint& point = result.points[p];
    std::string note = p == result.best ? "best" : "";
    if (p == result.chosen) note += note.empty() ? "chosen" : ", chosen";
    table.add({number(point.lambda), number(point.lambda_u),
               fixed_number(point.accuracy, 4),
               fixed_number(point.standard_error, 4), note});
  }
  return table.text();
}

Json to_json(const TuneResult& result, const TuneOptions& options) {
  Json points = Json::array();
  for (const TunePoint& point : result.points) {
    points.push_back({{"lambda", point.lambda},
                      {"lambda_u", point.lambda_u},
                      {"accuracy", point.accuracy},
                      {"standard_error", point.standard_error}});
  }
  const bool best = options.choice == Choice::Best;
  return {{"folds", result.folds},    {"repeats", result.repeats},
          {"seed", options.seed},     {"rule", best ? "best" : "one-se"},
          {"points", points},         {"best", result.best},
          {"chosen", result.chosen},  {"products", result.products},
          {"seconds", result.seconds}};
}

int tune(const Options& options) {
  require_writable(options.train.model);
  const Archive attachments = vocabulary(options.train);
  const Dataset data = read_training_data(options.train);
  if (has_label_sets(data)) {
    throw DataError(
        options.train.data,
        "expected one label per row, found label sets; tune chooses "
        "for one problem at a time");
  }
  const TuneOptions tuning = tune_options(options, data);
  TuneResult result = tune_with_progress(data, tuning, options.train);
  LinearModel& model = result.refitted.model;
  const Json about = to_json(result, tuning);
  TrainReport report;
  report.options = {result.options, 0};
  report.figures = result.refitted.summary;
  report.classes = data.classes;
  Json info = model_info(report);
  info["tuning"] = about;
  info["tuning"].erase("seconds");  // equal runs give equal files
  model.info = info.dump();
  model.attachments = attachments;
  write_archive(to_archive(model), options.train.model);
  Json json = about;
  json["refitted"] = to_json(report);
  write_file(
      "-", options.json
               ? json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"
               : to_text(result));
  if (report.summary().stop != Stop::Interrupted) return 0;
  if (!options.train.quiet) {
    warn("interrupted: " + options.train.model +
         " holds the best model so far");
  }
  return kInterrupted;
}

std::string folds_fault(const std::string& text) {
  if (text == "loo") return "";
  const std::optional<double> value = parse_number(text);
  const bool whole = value && *value == static_cast<int>(*value);
  return whole && *value >= 2
             ? ""
             : "expected 'loo' or a whole number >= 2, found '" + text + "'";
}

}  // namespace

Command add_tune(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "tune", "choose lambda and lambda-u by cross-validation, then train");
  const auto options = std::make_shared<Options>();
  command
      ->add_option("--folds", options->folds,
                   "parts that the labelled rows are cut into, stratified by "
                   "class; loo: leave out one row at a time")
      ->type_name("N|loo")
      ->default_str("5")
      ->check(folds_fault);
  command
      ->add_option("--repeats", options->repeats,
                   "draw the folds anew so many times (default: until 100 rows "
                   "were held out, at most 5)")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command->add_option("--seed", options->seed, "of the folds")
      ->type_name("N")
      ->default_str("1");
  command
      ->add_option("--choose", options->choice,
                   "one-se: the plainest point within one standard error of "
                   "the best (smallest lambda-u, then largest lambda); best")
      ->type_name("RULE")
      ->default_str("one-se")
      ->check(CLI::IsMember({"one-se", "best"}));
  command->add_flag("--json", options->json,
                    "print one JSON object instead of the table");
  add_tune_options(*command, options->train, options->grids);
  return {command, [options] { return tune(*options); }};
}

}  // namespace semilin::cli
