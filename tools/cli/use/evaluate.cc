// semilin evaluate: predictions against the true labels.
#include <algorithm>
#include <filesystem>

#include "semilin/advanced/corpus/evidence.h"
#include "semilin/learn/expected_accuracy.h"
#include "semilin/learn/report.h"

#include "cli/data/data_options.h"
#include "cli/data/evaluation.h"
#include "cli/data/judged_rows.h"
#include "cli/data/predictions.h"
#include "cli/data/processes.h"
#include "cli/page/pages.h"
#include "cli/train/suggest.h"

namespace semilin::cli {
namespace {

struct EvaluateOptions {
  std::string model, curves, report, output = "-";
  Source source = {.path = {}, .purpose = Purpose::Read};  // DATA
  std::string sample;  // a file; empty: none
  Index sample_rows = 50;
  EvaluateRequest request;
  bool json = false;
  bool verbose = false;
  bool quiet = false;
  std::string log;
};

void write_result(const EvaluateOptions& options, const Json& json,
                  const std::string& text) {
  const bool as_json = options.json || prediction_format("", options.output) ==
                                           PredictionFormat::JsonList;
  write_file(options.output, as_json ? json_text(json) : text);
}

// Writes the table that is to be filled in.
int draw_sample(const EvaluateOptions& options) {
  SuggestArguments arguments;
  arguments.model = options.model;
  arguments.source = options.source;
  arguments.source.purpose = Purpose::Suggest;
  arguments.source.votes.clear();
  arguments.output = options.sample;
  arguments.request.use = LabelUse::Accuracy;
  arguments.request.count = options.sample_rows;
  arguments.quiet = options.quiet;
  write_suggested(suggested(arguments).report, arguments);
  if (!options.quiet)
    say("Next: fill in the column label of " + options.sample +
        ", then: semilin evaluate " + shell_word(options.model) + " " +
        source_words(options.source, Purpose::Read) + " --sample " +
        shell_word(options.sample));
  return 0;
}

void warn_of_foreign(const EvaluateOptions& options, const std::string& file,
                     const Evaluation& result) {
  if (result.foreign_classes == 0 || options.quiet) return;
  warn(file + ": " + std::to_string(result.foreign_classes) +
       " of the labels' classes are unknown to the model, e.g. '" +
       result.classes.back() + "'; they count as errors");
}

// Estimates the accuracy from the rows of the sample that have been labeled.
int use_sample(const EvaluateOptions& options, const Model& model) {
  Corpus rows = read_corpus(options.source, model, options.model);
  rows.drawn.clear();  // how the training labels were drawn does not matter
  TableColumns rules = options.source.columns;
  rules.unlabeled_label = options.source.read.unlabeled_label;
  take_label_table(options.sample, rules, rows);
  const std::int32_t counted = static_cast<std::int32_t>(
      std::count_if(rows.drawn.begin(), rows.drawn.end(),
                    [](double probability) { return probability > 0; }));
  if (counted == 0) {
    throw DataError(options.sample,
                    "no label is filled in: label the documents in the column "
                    "label");
  }
  const Evaluation all = evaluate(
      model, rows.data, scores(model, rows, options.source.read.threads));
  warn_of_foreign(options, options.sample, all);
  const Share share = sampled_accuracy(all.truth, all.predicted, rows.drawn);
  Index pool = 0;  // rows without a label, except those of the sample
  for (std::size_t i = 0; i < rows.drawn.size(); ++i)
    pool += rows.drawn[i] > 0 || rows.data.labels[i] == kUnlabeled ? 1 : 0;
  const Json json = {{"rows", pool},
                     {"sampled", counted},
                     {"accuracy", share.value},
                     {"low", share.low},
                     {"high", share.high}};
  write_result(options, json,
               "Accuracy on the " + grouped(pool) + " unlabeled " +
                   rows.noun(pool) + ", by the " + grouped(counted) +
                   " of the sample: " + to_text(share) + ".\n");
  return 0;
}

void write_report(const CLI::App& command, const EvaluateOptions& options,
                  const Model& model, const Corpus& corpus,
                  const Evaluation& result) {
  if (options.report.empty()) return;
  const bool drawn = result.classes.size() <= kConfusionsDrawn;
  const std::vector<JudgedRow> rows =
      judged_rows(model, result.outputs, result.truth);
  write_file(
      options.report,
      report_page(command, options.source.path,
                  {{"summary", Json::parse(to_json(result, drawn))},
                   {"documents", options.source.holds_documents()},
                   {"confidence", confidence_json(rows, model, "on this data")},
                   {"curves", curves_json(model, result)},
                   {"rows", rows_to_look_at(model, rows, {}, corpus,
                                            result.classes)}}));
}

// By the name of the output: a table has a line for each class.
void write_figures(const EvaluateOptions& options, const Corpus& corpus,
                   const Evaluation& result) {
  const PredictionFormat format = prediction_format("", options.output);
  if (!options.json && format != PredictionFormat::Labels &&
      format != PredictionFormat::JsonList)
    return write_file(options.output,
                      records_as_text(class_records(result), format));
  const bool confusion = options.request.confusion.value_or(
      std::ssize(result.classes) <= kConfusionClasses);
  const bool brief =
      options.output == "-" && !options.verbose && !options.request.confusion;
  write_result(options, Json::parse(to_json(result, confusion)),
               to_text(result, corpus.noun(result.rows)) +
                   (brief ? lowest_classes(result)
                          : tables(result, corpus.noun(), confusion)));
}

int evaluate_data(const CLI::App& command, EvaluateOptions options) {
  share_work(options.source.read, options.quiet, options.log);
  if (!options.sample.empty() && !is_label_table(options.sample))
    throw UsageError(
        "--sample: expected a name that ends in .csv, .tsv or .jsonl, found '" +
        options.sample + "'");
  if (!options.sample.empty() && !std::filesystem::exists(options.sample))
    return draw_sample(options);
  const Model model = read_model(options.model);
  recall_columns(model, options.source);
  if (!options.quiet) options.source.doubt = warn;
  if (model.head().multi_label && !options.sample.empty())
    throw UsageError("--sample: not with a multi-label model");
  if (model.head().multi_label && !options.curves.empty())
    throw UsageError("--curves: not with a multi-label model");
  if (!options.sample.empty()) return use_sample(options, model);
  std::optional<ProgressPrinter> printer(std::in_place, options.quiet,
                                         options.log);
  options.source.read.progress = printer->progress();
  const Corpus corpus = read_corpus(options.source, model, options.model);
  printer.reset();
  const Dataset& data = corpus.data;
  Evaluation result;
  try {
    std::vector<double> outputs =
        scores_of_all(model, corpus, options.source.read.threads);
    if (!is_first()) return 0;
    result = evaluate(model.head(), data, std::move(outputs), options.request);
  } catch (const DataError& error) {
    throw error.in(options.source.path);
  }
  warn_of_foreign(options, options.source.path, result);
  if (!options.curves.empty())
    write_file(options.curves, curves_table(model, result));
  write_report(command, options, model, corpus, result);
  write_figures(options, corpus, result);
  return 0;
}

}  // namespace

Command add_evaluate(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "evaluate", "compare a model's labels with the true ones");
  const auto options = std::make_shared<EvaluateOptions>();
  add_model_argument(*command, options->model);
  add_data_argument(*command, options->source.path,
                    "svmlight text (plain, gzip, '-'), a store or a table of "
                    "documents, with labels");
  add_json_option(*command, options->json);
  add_settings(*command, options->request, kUsualGroup,
               {"confidence", "curves"});
  CLI::Option* sample = add_value(
      *command, "--sample FILE", options->sample,
      "table of a test sample of the unlabeled documents, which is "
      "drawn "
      "if FILE does not exist; once it is labeled, estimate the "
      "accuracy on all unlabeled documents from it, with an interval");
  add_value(*command, "--sample-size N=50", options->sample_rows,
            "number of documents to draw")
      ->check(within(kPositive))
      ->needs(sample);
  add_value(*command, "--curves FILE", options->curves,
            "write the points of each class's ROC and precision-recall "
            "curves as a table")
      ->excludes(sample);
  add_value(*command, "--report FILE", options->report,
            "write the figures as a page of HTML")
      ->excludes(sample);
  add_output_option(*command, options->output);
  command->add_flag("-v,--verbose", options->verbose,
                    "print each class and the table of confusions");
  add_run_options(*command, options->source.read.threads, options->quiet,
                  &options->log);
  add_source_options(*command, options->source, Purpose::Read,
                     {"--labels", "--text", "--votes"});
  return {command,
          [command, options] { return evaluate_data(*command, *options); }};
}

}  // namespace semilin::cli
