// semilin train: a model from labeled and unlabeled documents.
#include <iostream>

#include "semilin/advanced/corpus/agreement.h"
#include "semilin/advanced/corpus/word_contributions.h"
#include "semilin/advanced/io/label_text.h"
#include "semilin/io/dataset_file.h"
#include "semilin/matrix/label_sets.h"

#include "cli/data/descriptions.h"
#include "cli/data/judged_rows.h"
#include "cli/data/predictions.h"
#include "cli/data/processes.h"
#include "cli/page/pages.h"
#include "cli/train/training.h"

namespace semilin::cli {
namespace {

constexpr Index kFeatures = 10;  // that a report lists for each class

// --test, read as DATA are.
Source source_of_test(const TrainArguments& options) {
  const Source& data = options.source;
  Source test{.path = options.test, .purpose = Purpose::Read};
  test.text = data.text;
  test.format = data.format;
  test.columns = data.columns;
  test.read.zero_based = data.read.zero_based;
  test.read.double_values = data.read.double_values;
  test.read.unlabeled_label = data.read.unlabeled_label;
  test.read.trust = data.read.trust;
  test.read.threads = options.run.train.threads;
  if (!options.quiet) test.doubt = warn;
  return test;
}

// A faulty file of --test is refused before the training.
void check_test_data(const TrainArguments& options) {
  if (options.test.empty()) return;
  if (!options.source.vectors.empty())
    throw UsageError(
        "--test: not with --vectors; use semilin evaluate, which takes both");
  const Source test = source_of_test(options);
  if (test.holds_documents())
    for_each_text(test, [](Index, const std::string&) {});
  else
    static_cast<void>(read_dataset({test.path}, test.read));
}

TestReport run_test(const TrainArguments& options, const Run& run) {
  const Dataset data =
      read_corpus(source_of_test(options), run.model, options.model).data;
  const int threads = options.run.train.threads;
  try {
    const auto evaluated = [&](const Model& model) {
      return evaluate(model.head(), data, scores(model, data.rows, threads));
    };
    return {options.test, evaluated(run.model), evaluated(run.supervised)};
  } catch (const DataError& error) {
    throw error.in(options.test);
  }
}

// The confidence on a test, otherwise on labeled rows that were held out.
Json confidence_of(const Run& run, const std::optional<TestReport>& test,
                   const Dataset& data) {
  if (test && !test->model.multi_label)
    return confidence_json(
        judged_rows(run.model, test->model.outputs, test->model.truth),
        run.model, "on the test");
  if (!run.report.expected) return nullptr;
  return confidence_json(judged_rows(*run.report.expected, data.labels),
                         run.model, "on labels held out");
}

Json rows_worth_a_look(const TrainArguments& options, const Run& run,
                       const Corpus& corpus) {
  const Dataset& data = corpus.data;
  std::vector<JudgedRow> rows, held_out;
  if (!run.model.head().calibration.slopes.empty())
    rows = judged_rows(run.model,
                       scores(run.model, data.rows, options.run.train.threads),
                       data.labels);
  std::erase_if(rows,
                [](const JudgedRow& one) { return one.label != kUnlabeled; });
  if (run.report.expected)
    held_out = judged_rows(*run.report.expected, data.labels);
  return rows_to_look_at(run.model, std::move(rows), std::move(held_out),
                         corpus, data.classes);
}

// How often annotators agree, by all tables of labels that name them.
Json agreement_of(const Source& source) {
  std::vector<TableLabel> opinions;
  for (const std::string& table : source.read.label_files)
    if (is_label_table(table))
      for_each_opinion(table, source.columns,
                       [&](const TableLabel& one) { opinions.push_back(one); });
  const auto found = annotator_agreement(opinions);
  return found ? Json::parse(to_json(*found)) : Json();
}

void write_report(const CLI::App& command, const TrainArguments& options,
                  const Run& run, const std::optional<TestReport>& test,
                  const Corpus& corpus) {
  if (options.report.empty()) return;
  Json page = {{"summary", to_json(run.report, test)},
               {"documents", options.source.holds_documents()},
               {"confidence", confidence_of(run, test, corpus.data)},
               {"rows", rows_worth_a_look(options, run, corpus)},
               {"agreement", agreement_of(options.source)}};
  if (!corpus.seed_words.empty())
    page["keywords"] = Json::parse(to_json(corpus.seed_words));
  if (test) {
    const bool drawn = test->model.classes.size() <= kConfusionsDrawn;
    page["summary"]["test"]["model"] = Json::parse(to_json(test->model, drawn));
    page["curves"] = curves_json(run.model, test->model);
  }
  if (const std::optional<LinearModel> linear = linear_part(run.model))
    page["heaviest"] = heaviest_features(*linear, kFeatures);
  write_file(options.report, report_page(command, options.source.path, page));
}

void say_next(const Run& run, const TrainArguments& options,
              const Corpus& corpus) {
  const TrainReport& report = run.report;
  const std::string rows = corpus.noun();
  Source source = options.source;
  source.votes.clear();
  const std::string data =
      source_words(source, Purpose::Read, &run.model.head());
  const std::string model = shell_word(options.model);
  say_next_predict(options, corpus);
  if (report.summary.unlabeled == 0) return;
  const bool finds = report.summary.one_class.has_value();
  say((finds ? "      list the surest " : "      pick ") + rows +
      (finds ? "" : " to label next") + ": semilin suggest " + data +
      " --model " + model +
      (finds ? " --for finding -o found.csv" : " -o to_label.csv"));
  // none that somebody has given
  const bool unlabeled = report.summary.labeled == 0 || report.votes.alone();
  if (unlabeled)
    say("      estimate the accuracy: semilin evaluate " + model + " " + data +
        " --sample sample.csv");
  const bool known = has_label_sets(corpus.data) || unlabeled || finds ||
                     report.expected.has_value() || report.summary.fell_back;
  if (!known)
    say("      estimate the accuracy: train again with --expected-accuracy");
}

// Empty if the outputs have no thresholds.
std::string threshold_line(const ModelHead& model) {
  if (std::ranges::all_of(model.offsets, [](double own) { return own == 0; }))
    return "";
  return "thresholds are set, which find more of rare classes; with many "
         "labels they can cost accuracy: --set threshold=no omits them\n";
}

// Prints the report, the warnings, and what to do next.
void tell(const Run& run, const std::optional<TestReport>& test,
          const Corpus& corpus, const TrainArguments& options, double seconds) {
  std::cerr << to_text(run.report, test);
  if (options.verbose) {
    std::cerr << details(run.report);
    if (run.summary.linear)
      std::cerr << communication_line(run.summary.linear->products);
    std::cerr << threshold_line(run.model.head());
    std::cerr << "checksum of the model: " << model_checksum(run.model) << "\n";
  }
  for (const std::string& warning : run.warnings)
    warn(warning);
  say("Wrote " + options.model + " in " + number(seconds, 3) + " s.");
  if (!run.interrupted() && corpus.data.whole()) say_next(run, options, corpus);
}

PredictionFormat labels_format(const TrainArguments& options) {
  return prediction_format("", options.labels_out);
}

// The labels of the rows: run.labels, one per line, or a table of the model's
// predictions, in which rows that came with a label keep it.
void write_labels(const Run& run, const Corpus& corpus,
                  const TrainArguments& options) {
  const std::string& path = options.labels_out;
  const PredictionFormat format = labels_format(options);
  if (path.empty()) return;
  const ModelHead& model = run.model.head();
  if (format != PredictionFormat::Labels) {
    const Dataset& data = corpus.data;
    Predictions table = make_predictions(
        model, known_terms(data.rows, model),
        scores(run.model, data.rows, options.run.train.threads), false);
    table.ids = corpus.ids;
    for (std::size_t i = 0; i < data.labels.size(); ++i) {
      const bool known = data.labels[i] != kUnlabeled;
      table.given.push_back(known ? data.classes[data.labels[i]] : "");
      if (known) table.labels[i] = table.given[i];
    }
    OutputFile out(path, compression_of(path));
    write_predictions(table, model, format,
                      [&](const std::string& part) { out.write(part); });
    out.write(end_of(format));
    return out.commit();
  }
  std::string lines;
  for (const std::string& word : label_words(model, run.labels))
    lines += word + '\n';
  write_file(path, lines);
}

void require_method_of_parts(const std::string& method) {
  if (method.empty() || method_named(method).in_parts) return;
  throw UsageError("mpirun: " + method +
                   " needs a single process: name another method, --method "
                   "committee, rls, svm, tsvm, da or nb-em");
}

// Chooses the file of this process under mpirun: DATA with %d is a store for
// each.
void take_own_file(TrainArguments& options) {
  Source& source = options.source;
  share_work(source.read, options.quiet, options.log);
  if (is_alone()) return;
  if (labels_format(options) != PredictionFormat::Labels)
    throw UsageError("mpirun: tables of --labels-out need a single process");
  require_method_of_parts(options.run.train.method);
  take_own_files(source);
}

// Reduces the corpus to the rows of this process, after `resolved` has
// completed the options by all rows.
void take_own_part(TrainArguments& options, Corpus& corpus) {
  if (is_alone()) return;
  require_method_of_parts(options.run.train.method);
  take_own_rows(corpus);
  corpus.drawn.clear();  // it is that of all rows, and used already
}

int train(const CLI::App& command, TrainArguments options) {
  Clock clock;
  const Clock whole;
  take_own_file(options);
  check_test_data(options);
  Corpus corpus = read_training_data(options);
  options.run = resolved(std::move(options.run), corpus);
  take_own_part(options, corpus);
  const double reading = clock.lap();
  require_memory(corpus.data, options.run.train, options.source.path,
                 options.quiet);
  std::optional<RunMonitor> monitor(std::in_place, options.quiet, options.log,
                                    options.verbose);
  Run run = semilin::run(corpus, options.run, monitor->progress());
  monitor.reset();
  Phases& seconds = run.report.seconds;
  seconds.read = reading;
  run.labels = labels_of_all(std::move(run.labels));
  if (!is_first()) return 0;
  clock.lap();
  write_model(run.model, options.model);
  write_labels(run, corpus, options);
  seconds.write = clock.lap();
  std::optional<TestReport> test;
  if (!options.test.empty()) test = run_test(options, run);
  if (!options.summary.empty()) {
    Json json = to_json(run.report, test);
    if (!is_alone()) json["communication"] = communication_json();
    put_doubts(run, corpus, json);
    write_file(options.summary, json_text(json));
  }
  write_report(command, options, run, test, corpus);
  if (!options.quiet) tell(run, test, corpus, options, whole.seconds());
  return run.interrupted() ? say_interrupted(options) : 0;
}

}  // namespace

Command add_train(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("train", "learn from labeled and unlabeled documents");
  const auto options = std::make_shared<TrainArguments>();
  add_train_options(*command, *options);
  command->footer(
      "Ctrl-C ends the run in good order: the best model so far is written, "
      "the\nsummary says 'interrupted', and the exit status is 1.");
  return {command, [command, options] { return train(*command, *options); }};
}

}  // namespace semilin::cli
