// semilin train: a model from labeled and unlabeled documents.
#include "semilin/learn/train.h"

#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>

#include "semilin/advanced/io/output_file.h"
#include "semilin/base/error.h"
#include "semilin/io/dataset_file.h"
#include "semilin/matrix/label_sets.h"

#include "cli/command/clock.h"
#include "cli/command/command.h"
#include "cli/command/console.h"
#include "cli/command/progress_printer.h"
#include "cli/data/confidence.h"
#include "cli/data/data_options.h"
#include "cli/data/descriptions.h"
#include "cli/data/look_at_rows.h"
#include "cli/data/model_file.h"
#include "cli/data/precautions.h"
#include "cli/data/ranks.h"
#include "cli/page/report_page.h"
#include "cli/train/train_options.h"
#include "cli/train/train_report.h"
#include "cli/train/training.h"

namespace semilin::cli {
namespace {

using Json = nlohmann::ordered_json;

TrainResult learn(const TrainingData& training, Trainer& trainer,
                  const Progress& print, std::vector<ProgressRecord>& course) {
  TrainResult result = trainer.train([&](const ProgressRecord& record) {
    if (!std::isnan(record.objective)) course.push_back(record);
    return print(record);
  });
  const auto interrupted = [&] {
    return result.summary.stop == Stop::Interrupted;
  };
  if (training.probabilities && !interrupted())
    trainer.calibrate(result, print);
  if (training.cross_validate && !interrupted())
    trainer.cross_validate(result, print);
  return result;
}

// None if it was not asked for, or was interrupted.
std::optional<ExpectedAccuracy> expect(const TrainingData& training,
                                       const Trainer& trainer,
                                       TrainResult& result,
                                       const Progress& print) {
  Stop& stop = result.summary.stop;
  if (!training.expected_accuracy || stop == Stop::Interrupted) return {};
  ExpectedAccuracy found = expected_accuracy(training.data, trainer.options(),
                                             result, training.drawn, print);
  if (!found.held_out.empty()) return found;
  stop = Stop::Interrupted;
  return {};
}

TestReport run_test(const TrainArguments& options, const TrainResult& result) {
  const Dataset data = read_test_data(options, result.model);
  const int threads = options.linear.threads;
  try {
    const auto evaluated = [&](const Model& model) {
      return evaluate(model.head(), data, scores(model, data.rows, threads));
    };
    return {options.test, evaluated(result.model),
            evaluated(result.supervised)};
  } catch (const DataError& error) {
    throw error.in(options.test);
  }
}

// The confidence on a test, otherwise on labeled rows that were held out.
Json confidence_of(const TrainReport& report,
                   const std::optional<TestReport>& test, const Model& model,
                   const Dataset& data) {
  if (test && !test->model.multi_label)
    return confidence_json(sure_rows(model, test->model), "on the test");
  if (!report.expected) return nullptr;
  return confidence_json(sure_rows(*report.expected, data.labels),
                         "on labels held out");
}

Json rows_worth_a_look(const TrainArguments& options, const TrainReport& report,
                       const TrainingData& training, const Model& model) {
  const Dataset& data = training.data;
  std::vector<SaidRow> rows, held_out;
  if (!model.head().calibration.slopes.empty())
    rows = said_rows(model, scores(model, data.rows, options.linear.threads),
                     data.labels, false);
  if (report.expected)
    for (const HeldOutRow& one : report.expected->held_out)
      held_out.push_back(
          {one.row, one.predicted, data.labels[one.row], one.confidence});
  return rows_to_look_at(std::move(rows), std::move(held_out),
                         {options.source, training.ids, data.classes});
}

// The last run of each stage, which begins where iterations are counted anew or
// the temperature rises.
Json course_json(const std::vector<ProgressRecord>& course) {
  Json stages = Json::object();
  for (const ProgressRecord& one : course) {
    Json& stage = stages[std::string(one.stage)];
    stage["unit"] = one.unit;
    Json& points = stage["points"];
    if (!points.empty() && (points.back()[0] >= one.iteration ||
                            points.back()[3].get<double>() < one.temperature))
      points.clear();
    points.push_back(
        {one.iteration, one.objective, one.entropy, one.temperature});
  }
  return stages;
}

void write_report(const CLI::App& command, const TrainArguments& options,
                  const TrainReport& report,
                  const std::optional<TestReport>& test, const Model& model,
                  const TrainingData& training,
                  const std::vector<ProgressRecord>& course) {
  if (options.report.empty()) return;
  Json page = {
      {"summary", to_json(report, test)},
      {"documents", options.source.holds_documents()},
      {"confidence", confidence_of(report, test, model, training.data)},
      {"rows", rows_worth_a_look(options, report, training, model)},
      {"course", course_json(course)}};
  if (test) {
    const bool drawn = test->model.classes.size() <= kConfusionsDrawn;
    page["summary"]["test"]["model"] = to_json(test->model, drawn);
    page["curves"] = curves_json(model, test->model);
  }
  if (const std::optional<LinearModel> linear = linear_part(model))
    page["heaviest"] = heaviest_features(*linear, kFeaturesReported);
  write_file(options.report, report_page(command, options.source.path, page));
}

// Refuses options that need all rows in one process.
void require_for_ranks(TrainArguments& options) {
  if (!options.source.seed_words.empty())
    throw UsageError("mpirun: --seed-words needs a single process");
  options.source.seed_words = "none";  // nor those of a store
  if (options.with_probabilities() || options.cross_validate ||
      options.expected_accuracy) {
    throw UsageError(
        "mpirun: --probabilities, --cross-validate, --expected-accuracy and "
        "tables of --labels-out need a single process");
  }
}

void require_method_of_ranks(const std::string& method) {
  if (method.empty())
    throw UsageError(
        "mpirun: DATA with %d needs --method rls, svm, tsvm, da or nb-em");
  if (method_named(method).ranks) return;
  throw UsageError("mpirun: " + method +
                   " needs a single process: name another method, --method "
                   "rls, svm, tsvm, da or nb-em");
}

// DATA with %d: each rank has a store of its own.
void take_own_file(TrainArguments& options, const Ranks& ranks) {
  std::string path = own_file(options.source.path, ranks);
  if (path == options.source.path) return;
  require_method_of_ranks(options.method);
  if (options.c || options.class_weight == "balanced" ||
      !options.source.row_weights.empty() ||
      !options.source.read.label_files.empty() ||
      !options.source.read.unlabeled_files.empty()) {
    throw UsageError(
        "mpirun: -C, --class-weight balanced, --row-weights, --labels and "
        "--unlabeled need DATA without %d");
  }
  options.source.path = std::move(path);
  options.own_file = options.source.read.check_rows = true;
  agree_on_stores(options.source.path, ranks, options.source.read);
}

// This rank's part; lambda, if it is not given, is the default for the rows of
// all.
Dataset take_part(const Dataset& data, const Ranks& ranks,
                  TrainArguments& options) {
  require_method_of_ranks(options.method);
  Dataset part = options.own_file ? data : part_of(data, ranks);
  part.ranks = ranks;
  if (!options.linear.lambda && !options.c)
    options.linear.lambda = default_lambda(part, options.linear.threads);
  return part;
}

void say_next(const TrainReport& report, const TrainArguments& options,
              bool label_sets) {
  const bool alone = options.source.vectors.empty();
  const std::string vectors =
      alone ? "" : " --vectors " + options.source.vectors;
  say("Next, label new rows: semilin predict " + options.model + " NEW" +
      (alone ? "" : " --vectors NEW.npy"));
  if (report.summary.unlabeled == 0) return;
  say("      find rows worth a label: semilin suggest " + options.source.path +
      vectors + " --model " + options.model);
  const bool known = label_sets || report.summary.labeled == 0 ||
                     report.expected.has_value() || report.summary.fell_back ||
                     report.summary.cross_validated.folds > 0;
  if (!known) say("      estimate the accuracy: add --expected-accuracy");
}

// Prints the report, the warnings, and what to do next.
void tell(const TrainReport& report, const std::optional<TestReport>& test,
          const Dataset& data, const TrainResult& result,
          const TrainArguments& options, double seconds) {
  std::cerr << to_text(report, test);
  if (options.verbose) std::cerr << details(report);
  if (result.summary.stop != Stop::Interrupted && !data.ranks.many()) {
    for (const std::string& warning : warnings(data, report.options, result))
      warn(warning);
    say_next(report, options, has_label_sets(data));
  }
  say("Wrote " + options.model + " in " + number(seconds, 3) + " s.");
}

int train(const CLI::App& command, TrainArguments options, const Ranks& ranks) {
  if (!options.method.empty())
    require_options_of(method_named(options.method), options);
  if (ranks.many()) require_for_ranks(options);
  prepare_for_ranks(options, ranks);
  Clock clock;
  const Clock whole;
  TrainReport report;
  take_own_file(options, ranks);
  check_test_data(options);
  const TrainingData training = read_training_data(options);
  if (options.method.empty()) {
    options.method = default_method(training.data, options.linear.lambda_u);
    require_options_of(method_named(options.method), options);
  }
  std::optional<Dataset> part;
  if (ranks.many()) part = take_part(training.data, ranks, options);
  const Dataset& data = part ? *part : training.data;
  report.seconds.read = clock.lap();
  TrainOptions resolved = resolve(options, training.data, training.drawn);
  resolved.seeds = training.seeds;
  resolved.seed_words = training.seed_words;
  require_memory(data, resolved, options.source.path, options.quiet);
  std::optional<RunMonitor> monitor(std::in_place, options.quiet, options.log,
                                    options.verbose);
  const Progress print = monitor->progress();
  Trainer trainer(data, resolved, print);
  report.options = trainer.options();
  report.graph_file = options.graph_file;
  report.classes = has_label_sets(data) ? label_sets(data).names : data.classes;
  report.seconds.setup = clock.lap();
  std::vector<ProgressRecord> course;
  TrainResult result = learn(training, trainer, print, course);
  report.expected = expect(training, trainer, result, print);
  monitor.reset();
  report.summary = result.summary;
  report.seconds.solve = clock.lap();
  const bool interrupted = result.summary.stop == Stop::Interrupted;
  if (ranks.many()) {
    result.labels =
        ranks.gathered(std::span<const std::int32_t>(result.labels));
    if (ranks.rank() > 0) return 0;
  }
  result.model.head().info = with_columns(model_info(report), training.columns);
  result.model.head().attachments = training.vocabulary;
  write_model(result.model, options.model);
  write_labels(result, training, options);
  report.seconds.write = clock.lap();
  std::optional<TestReport> test;
  if (!options.test.empty()) test = run_test(options, result);
  if (!options.summary.empty())
    write_file(options.summary, json_text(to_json(report, test)));
  write_report(command, options, report, test, result.model, training, course);
  if (!options.quiet)
    tell(report, test, data, result, options, whole.seconds());
  return interrupted ? say_interrupted(options) : 0;
}

}  // namespace

Command add_train(CLI::App& app, const Ranks& ranks) {
  CLI::App* command =
      app.add_subcommand("train", "learn from labeled and unlabeled documents");
  const auto options = std::make_shared<TrainArguments>();
  add_train_options(*command, *options);
  command->footer(
      "Ctrl-C ends the run in good order: the best model so far is written, "
      "the\nsummary says 'interrupted', and the exit status is 1.");
  return {command, [command, options, ranks] {
            return train(*command, *options, ranks);
          }};
}

}  // namespace semilin::cli
