// semilin tune: cross-validates a grid, writes the model of the point chosen.
#include <algorithm>
#include <numeric>
#include <utility>

#include "cli/data/descriptions.h"
#include "cli/page/pages.h"
#include "cli/train/training.h"

namespace semilin::cli {
namespace {

struct Options {
  TrainArguments train;
  bool json = false;
};

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

std::string points_text(const Run& run, const Json& about, bool all) {
  const TuneResult& result = *run.tuning;
  Json table = Json::array();
  const std::vector<std::size_t> shown = shown_points(result, all);
  for (const std::size_t p : shown) {
    Json line;
    for (const auto& [name, value] : about["points"][p].items()) {
      if (name == "method") continue;
      const auto found = value.get<double>();
      if (name == "accuracy")
        line[name] = percent(found);
      else if (name == "standard_error")
        line["std. error"] = percent(found);
      else
        line[name == "lambda_u" ? "lambda-u" : name] = number(found);
    }
    std::string notes;
    const auto note = [&notes](bool holds, const std::string& text) {
      if (holds) notes += (notes.empty() ? "" : ", ") + text;
    };
    note(result.points[p].untuned, "as train does: " + result.untuned);
    note(p == result.best, "best");
    note(p == result.chosen, "chosen");
    line[""] = notes;
    table.push_back(line);
  }
  const std::size_t more = result.points.size() - shown.size();
  std::string text = objects_as_table(table);
  if (more > 0)
    text += "-v prints the other " + std::to_string(more) + " points, too.\n";
  const TunePoint& chosen = result.points[result.chosen];
  if (method_named(result.method).after_svm && !chosen.untuned &&
      chosen.lambda_u == 0 && run.summary.unlabeled > 0)
    text +=
        "The chosen lambda-u is 0: the model learns from the labels "
        "alone.\n";
  return text;
}

int tune(const CLI::App& command, Options options) {
  TrainArguments& train = options.train;
  const Corpus corpus = read_training_data(train);
  std::optional<RunMonitor> monitor(std::in_place, train.quiet, train.log,
                                    train.verbose);
  const Run run = semilin::run(corpus, train.run, monitor->progress());
  monitor.reset();
  write_model(run.model, train.model);
  const Json about = Json::parse(to_json(*run.tuning));
  Json json = about;
  json["refitted"] = Json::parse(summary_json(run.report));
  put_doubts(run, corpus, json["refitted"]);
  if (!train.report.empty())
    write_file(train.report,
               report_page(command, train.source.path, {{"summary", json}}));
  write_file("-", options.json ? json_text(json)
                               : points_text(run, about, train.verbose));
  if (!train.quiet) {
    if (run.report.summary.fell_back) warn(advice(run.report));
    for (const std::string& warning : run.warnings)
      warn(warning);
    say("Wrote " + train.model + " in " + number(run.tuning->seconds, 3) +
        " s.");
    say_next_predict(train, corpus);
  }
  return run.interrupted() ? say_interrupted(train) : 0;
}

}  // namespace

Command add_tune(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "tune",
      "choose lambda, lambda-u, gamma ... by cross-validation, then "
      "train");
  const auto options = std::make_shared<Options>();
  options->train.run.tune.emplace();
  command->add_flag("--json", options->json,
                    "print one JSON object instead of the table");
  add_tune_options(*command, options->train);
  command->get_option("--folds")->type_name("N|loo")->transform(
      [](const std::string& text) { return text == "loo" ? "0" : text; });
  return {command, [command, options] { return tune(*command, *options); }};
}

}  // namespace semilin::cli
