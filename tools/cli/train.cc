// semilin train: a model from labelled and unlabelled documents.
#include "semilin/learn/train.h"

#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>

#include "semilin/advanced/io/output_file.h"
#include "semilin/base/error.h"
#include "semilin/io/archive_file.h"
#include "semilin/io/dataset_file.h"
#include "semilin/matrix/label_sets.h"

#include "cli/clock.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/data_options.h"
#include "cli/descriptions.h"
#include "cli/html_report.h"
#include "cli/interrupt.h"
#include "cli/model_file.h"
#include "cli/progress_printer.h"
#include "cli/train_options.h"
#include "cli/train_report.h"
#include "cli/training.h"

namespace semilin::cli {
namespace {

using Json = nlohmann::ordered_json;

// What an earlier run left in --checkpoint, if --resume asks for it.
std::optional<Archive> earlier_state(const TrainArguments& options) {
  if (!options.resume) return std::nullopt;
  if (!std::filesystem::exists(options.checkpoint)) {
    if (!options.quiet) {
      warn(options.checkpoint + " is not there: starting at the beginning");
    }
    return std::nullopt;
  }
  return read_archive(options.checkpoint);
}

TrainResult learn(const Dataset& data, Trainer& trainer,
                  const TrainArguments& options,
                  std::vector<ProgressRecord>& course) {
  if (has_label_sets(data) && !options.checkpoint.empty()) {
    throw UsageError("--checkpoint: not with multi-label data");
  }
  if (options.method == kCommittee && !options.checkpoint.empty()) {
    throw UsageError(
        "--checkpoint: not with --method committee, whose members are short "
        "runs");
  }
  const std::optional<Archive> earlier = earlier_state(options);
  Checkpoint checkpoint;
  if (!options.checkpoint.empty()) {
    checkpoint.save = [&options](const Archive& state) {
      write_archive(state, options.checkpoint);
    };
  }
  checkpoint.seconds = options.checkpoint_seconds;
  if (earlier) checkpoint.resume = &*earlier;
  const InterruptGuard guard;
  ProgressPrinter printer(options.quiet);
  const Progress print = [&](const ProgressRecord& record) {
    printer.print(record);
    return !guard.interrupted();
  };
  TrainResult result = trainer.train(
      [&](const ProgressRecord& record) {
        course.push_back(record);
        return print(record);
      },
      checkpoint);
  const auto interrupted = [&] {
    return result.summary().stop == Stop::Interrupted;
  };
  if (options.with_probabilities() && !interrupted())
    trainer.calibrate(result, print);
  if (options.cross_validate && !interrupted())
    trainer.cross_validate(result, print);
  return result;
}

TestReport run_test(const TrainArguments& options, const TrainResult& result) {
  const Dataset data = read_test_data(options, result.model);
  const int threads = options.linear.threads;
  try {
    return {options.test, evaluate(result.model, data, threads),
            evaluate(result.supervised, data, threads)};
  } catch (const DataError& error) {
    throw DataError(options.test, error.what());
  }
}

void write_report(const TrainArguments& options, const TrainReport& report,
                  const Model& model,
                  const std::vector<ProgressRecord>& course) {
  if (options.report.empty()) return;
  Json summary = to_json(report);
  const std::vector<double>& sizes = report.summary().class_sizes;
  summary["class_sizes"] = Json::array();
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    summary["class_sizes"].push_back(
        {{"class", report.classes[k]}, {"size", sizes[k]}});
  }
  const std::optional<LinearModel> linear = linear_part(model);
  write_file(options.report,
             html_report("semilin train: " + options.model, course, summary,
                         linear ? heaviest_features(*linear, kFeaturesReported)
                                : Json::object()));
}

int train_model(const TrainArguments& options) {
  Clock clock;
  TrainReport report;
  const TrainingData training = read_training_data(options);
  const Dataset& data = training.data;
  report.seconds.read = clock.lap();
  Trainer trainer(data, resolve(options, data));
  report.options = trainer.options();
  report.graph_file = options.graph_file;
  report.classes = has_label_sets(data) ? label_sets(data).names : data.classes;
  report.seconds.setup = clock.lap();
  std::vector<ProgressRecord> course;
  TrainResult result = learn(data, trainer, options, course);
  report.figures = result.figures;
  report.seconds.solve = clock.lap();
  result.model.head().info = model_info(report).dump();
  result.model.head().attachments = training.vocabulary;
  write_archive(to_archive(result.model), options.model);
  const bool interrupted = result.summary().stop == Stop::Interrupted;
  if (!options.checkpoint.empty() && !interrupted) {
    std::filesystem::remove(options.checkpoint);
  }
  write_labels(result, training, options);
  report.seconds.write = clock.lap();
  if (!options.test.empty()) report.test = run_test(options, result);
  write_json(to_json(report), options.summary);
  write_report(options, report, result.model, course);
  if (!options.quiet) {
    std::cerr << to_text(report) << std::flush;
    for (const std::string& warning : warnings(report))
      warn(warning);
  }
  return interrupted ? say_interrupted(options) : 0;
}

int train(const CLI::App& command, const TrainArguments& options) {
  refuse_foreign_options(command, options);
  for (const std::string& path :
       {options.model, options.summary, options.labels_out, options.report,
        options.checkpoint}) {
    require_writable(path);
  }
  return train_model(options);
}

}  // namespace

Command add_train(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "train", "learn from labelled and unlabelled documents");
  const auto options = std::make_shared<TrainArguments>();
  add_train_options(*command, *options);
  command->footer(
      "Ctrl-C ends the run in good order: the best model so far is written, "
      "the\nsummary says 'interrupted', and the exit status is 1.");
  return {command, [command, options] { return train(*command, *options); }};
}

}  // namespace semilin::cli
