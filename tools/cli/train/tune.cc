// semilin tune: cross-validates a grid, writes the model of the point chosen.
#include "semilin/learn/tune.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <numeric>
#include <utility>

#include <CLI/CLI.hpp>

#include "semilin/advanced/io/output_file.h"

#include "cli/command/command.h"
#include "cli/command/console.h"
#include "cli/command/progress_printer.h"
#include "cli/command/table.h"
#include "cli/data/class_values.h"
#include "cli/page/report_page.h"
#include "cli/train/train_options.h"
#include "cli/train/train_report.h"
#include "cli/train/training.h"

namespace semilin::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  TrainArguments train;
  GridOptions grids;
  std::string folds = "5";
  int repeats = 0;
  std::uint64_t seed = 1;
  std::string choice = "one-se";
  bool json = false;
};

TuneOptions tune_options(const Options& options, const TrainingData& training) {
  const Dataset& data = training.data;
  TuneOptions tune;
  TrainArguments train = options.train;
  if (train.method.empty()) {
    train.method = data.labeled() < data.rows.rows() ? kDa : kSvm;
    require_options_of(method_named(train.method), train);
  }
  tune.train = resolve(train, data, training.drawn);
  tune.train.method = options.train.method;  // with_default_grids takes another
  tune.train.seeds = training.seeds;
  tune.train.seed_words = training.seed_words;
  const auto& lists = options.grids.lists;
  tune.lambda = lists.at("lambda");
  for (const double c : options.grids.c) {
    tune.lambda.push_back(
        lambda_from_c(c, summed_costs(data, tune.train.linear.class_weights)));
  }
  tune.lambda_u = lists.at("lambda-u");
  tune.gamma = lists.at("gamma");
  tune.width = lists.at("kernel-width");
  const std::vector<double>& neighbors = lists.at("neighbors");
  tune.neighbors.assign(neighbors.begin(), neighbors.end());
  tune.folds = options.folds == "loo" ? 0 : std::stoi(options.folds);
  tune.repeats = options.repeats;
  tune.seed = options.seed;
  tune.choice =
      options.choice == "best" ? Choice::Best : Choice::OneStandardError;
  return with_default_grids(tune, data);
}

TuneResult tune_with_progress(const Dataset& data, const TuneOptions& options,
                              const TrainArguments& arguments) {
  RunMonitor monitor(arguments.quiet, arguments.log, arguments.verbose);
  const Progress progress = monitor.progress();
  TuneResult result = semilin::tune(data, options, progress);
  if (arguments.probabilities &&
      result.refitted.summary.stop != Stop::Interrupted) {
    Trainer(data, result.options, progress)
        .calibrate(result.refitted, progress);
  }
  return result;
}

// The options of a point that the method has, by name.
Json point_json(const TunePoint& point, const TuneOptions& options) {
  Json json = {{"lambda", point.lambda}};
  if (method_named(options.train.method).linear) {
    json["lambda_u"] = point.lambda_u;
    return json;
  }
  if (!options.gamma.empty()) json["gamma"] = point.gamma;
  if (!options.neighbors.empty()) json["neighbors"] = point.neighbors;
  if (point.width > 0) json["width"] = point.width;
  return json;
}

// Positions of the points, the most accurate first; of many only some, and the
// one chosen, unless all are asked for.
std::vector<std::size_t> shown_points(const TuneResult& result, bool all) {
  constexpr std::size_t kShown = 4;
  std::vector<std::size_t> order(result.points.size());
  std::iota(order.begin(), order.end(), 0);
  if (all || order.size() <= kShown) return order;
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
    return std::pair(a == result.chosen, result.points[a].accuracy) >
           std::pair(b == result.chosen, result.points[b].accuracy);
  });
  order.resize(kShown);
  return order;
}

std::string to_text(const TuneResult& result, const TuneOptions& options,
                    bool all) {
  const Json first = point_json(result.points[0], options);
  std::vector<std::string> header;
  for (const auto& [name, value] : first.items())
    header.push_back(name == "lambda_u" ? "lambda-u" : name);
  header.insert(header.end(), {"accuracy", "std. error", ""});
  Table table(header);
  const std::vector<std::size_t> shown = shown_points(result, all);
  for (const std::size_t p : shown) {
    const TunePoint& point = result.points[p];
    const Json json = point_json(point, options);
    std::vector<std::string> line;
    for (const Json& value : json)
      line.push_back(number(value.get<double>()));
    std::string notes;
    const auto note = [&notes](bool holds, const std::string& text) {
      if (holds) notes += (notes.empty() ? "" : ", ") + text;
    };
    note(point.untuned, "as train does: " + options.untuned);
    note(p == result.best, "best");
    note(p == result.chosen, "chosen");
    line.insert(line.end(), {fixed_number(point.accuracy, 4),
                             fixed_number(point.standard_error, 4), notes});
    table.add(line);
  }
  const std::size_t more = result.points.size() - shown.size();
  std::string text = table.text();
  if (more > 0)
    text += "-v prints the other " + std::to_string(more) + " points, too.\n";
  const TunePoint& chosen = result.points[result.chosen];
  if (method_named(options.train.method).after_svm && !chosen.untuned &&
      chosen.lambda_u == 0 && result.refitted.summary.unlabeled > 0)
    text +=
        "The chosen lambda-u is 0: the model learns from the labeled rows "
        "alone.\n";
  return text;
}

Json to_json(const TuneResult& result, const TuneOptions& options) {
  Json points = Json::array();
  for (const TunePoint& point : result.points) {
    points.push_back(point_json(point, options));
    points.back()["method"] =
        point.untuned ? options.untuned : options.train.method;
    points.back()["accuracy"] = point.accuracy;
    points.back()["standard_error"] = point.standard_error;
  }
  const bool best = options.choice == Choice::Best;
  return {{"folds", result.folds},    {"repeats", result.repeats},
          {"seed", options.seed},     {"rule", best ? "best" : "one-se"},
          {"points", points},         {"best", result.best},
          {"chosen", result.chosen},  {"products", result.products},
          {"seconds", result.seconds}};
}

int tune(const CLI::App& command, const Options& options) {
  if (!options.grids.c.empty() && options.train.settings.has("lambda"))
    throw UsageError("-C: stands in place of --set lambda");
  if (!options.train.method.empty())
    require_options_of(method_named(options.train.method), options.train);
  const TrainingData training = read_training_data(options.train);
  const Dataset& data = training.data;
  const TuneOptions tuning = tune_options(options, training);
  TuneResult result = tune_with_progress(data, tuning, options.train);
  ModelHead& model = result.refitted.model.head();
  const Json about = to_json(result, tuning);
  TrainReport report;
  report.options = result.options;
  report.graph_file = options.train.graph_file;
  report.summary = result.refitted.summary;
  report.classes = data.classes;
  Json info = Json::parse(with_columns(model_info(report), training.columns));
  info["tuning"] = about;
  info["tuning"].erase("seconds");  // equal runs give equal files
  model.info = info.dump();
  model.attachments = training.vocabulary;
  write_model(result.refitted.model, options.train.model);
  Json json = about;
  json["refitted"] = Json::parse(summary_json(report));
  if (!options.train.report.empty())
    write_file(
        options.train.report,
        report_page(command, options.train.source.path, {{"summary", json}}));
  write_file("-", options.json
                      ? json_text(json)
                      : to_text(result, tuning, options.train.verbose));
  if (!options.train.quiet) {
    if (report.summary.fell_back) warn(advice(report.summary));
    for (const std::string& warning :
         warnings(data, result.options, result.refitted))
      warn(warning);
    say("Wrote " + options.train.model + " in " + number(result.seconds, 3) +
        " s.");
    say("Next: semilin predict " + options.train.model +
        " NEW labels new rows.");
  }
  return report.summary.stop == Stop::Interrupted
             ? say_interrupted(options.train)
             : 0;
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
      "tune",
      "choose lambda, lambda-u, gamma ... by cross-validation, then "
      "train");
  const auto options = std::make_shared<Options>();
  command
      ->add_option("--folds", options->folds,
                   "number of parts of the labeled rows, stratified by class; "
                   "loo: one row at a time")
      ->type_name("N|loo")
      ->default_str("5")
      ->check(folds_fault);
  command
      ->add_option("--repeats", options->repeats,
                   "how often folds are drawn (default: until 100 rows were "
                   "held out, at most 5)")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command->add_option("--seed", options->seed, "seed of the folds")
      ->type_name("N")
      ->default_str("1");
  command
      ->add_option(
          "--choose", options->choice,
          "rule: best, or one-se, of the points within one standard error of "
          "the best what train does without settings, or else the plainest")
      ->type_name("RULE")
      ->default_str("one-se")
      ->check(CLI::IsMember({"one-se", "best"}));
  command->add_flag("--json", options->json,
                    "print one JSON object instead of the table");
  add_tune_options(*command, options->train, options->grids);
  return {command, [command, options] { return tune(*command, *options); }};
}

}  // namespace semilin::cli
