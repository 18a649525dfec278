// semilin predict: one label per row.
#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include <unistd.h>

#include "semilin/advanced/io/label_text.h"
#include "semilin/learn/decide.h"
#include "semilin/linear/calibration.h"
#include "semilin/linear/multilabel.h"

#include "cli/data/data_options.h"
#include "cli/data/predictions.h"
#include "cli/data/processes.h"

namespace semilin::cli {
namespace {

struct PredictOptions {
  std::string model, to, output = "-";
  Source source = {.path = {}, .purpose = Purpose::Read};  // DATA
  bool scores = false;
  bool probabilities = false;
  Index top = 0;
  DecideOptions decide;
  bool quiet = false;
  std::string log;

  [[nodiscard]] bool wants_numbers() const { return scores || probabilities; }
};

// "label:score" of the best classes, tab separated.
std::string top_line(const ModelHead& model, std::span<const double> outputs,
                     Index top) {
  const std::vector<double> scores = class_scores(model, outputs);
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(
      order.begin(), order.end(),
      [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
  order.resize(std::min<std::size_t>(order.size(), top));
  std::string line;
  for (const std::size_t k : order) {
    line += (line.empty() ? "" : "\t") + label_word(model.classes[k]) + ":" +
            exact_number(scores[k]);
  }
  return line;
}

std::string score_line(const std::string& label,
                       std::span<const double> outputs) {
  std::string line = label;
  for (const double output : outputs)
    line += "\t" + exact_number(output);
  return line;
}

// Writes the labels of rows, some of them at a time.
class Answers {
 public:
  Answers(const PredictOptions& options, const Model& model,
          PredictionFormat format)
      : options_(options),
        classifier_(model),
        model_(model.head()),
        least_(least_probability(model.head(), options.decide)),
        format_(format),
        to_table_(format != PredictionFormat::Labels) {}

  void add(Index first, Corpus& rows) {
    any_ = true;
    features_ = std::max(features_, rows.data.rows.cols());
    count_unknown(first, rows);
    const std::vector<double> outputs = scores_of(rows, first);
    std::vector<Index> terms;
    if (to_table_) terms = terms_of_all(rows.data, model_);
    if (!is_first()) return;
    if (!out_) out_.emplace(options_.output, compression_of(options_.output));
    if (to_table_)
      write_table(first, rows, std::move(terms), outputs);
    else
      write_lines(outputs);
    out_->flush();
  }

  void finish() {
    Corpus none;
    if (!any_) add(0, none);
    if (!out_) return;
    out_->write(end_of(format_));
    out_->commit();
  }

  void say_written() const {
    const std::string model = shell_word(options_.model) + " ";
    const std::string data =
        source_words(options_.source, Purpose::Read, &model_);
    const bool texts = options_.source.holds_documents();
    say("Wrote the labels of " + counted(rows_, texts ? "document" : "row") +
        " to " + options_.output + ".");
    if (rows_ == 0 || options_.source.path == "-") return;
    if (to_table_ && decided_ < rows_ && !options_.decide.all())
      return say("Next: choose which of the others to label: semilin suggest " +
                 data + " --model " + model + "--undecided " +
                 shell_word(options_.output) + " -o unsure.csv");
    const std::string measure = "measure the accuracy, if " +
                                options_.source.path +
                                " has labels: semilin evaluate " + model + data;
    if (!options_.source.votes.empty()) {
      say("Next: " + measure);
      return;
    }
    say("Next: explain the first label: semilin explain " + model + "--data " +
        data + " --row " + shell_word(first_));
    say("      " + measure);
  }

  // Says how many rows are decided, and how often that is likely right.
  void say_decided() const {
    if (options_.decide.all()) return;
    if (least_ >= kNoneSure)
      return warn(
          "no label is given: the labels held out are too few, or too "
          "often wrong, for a precision of " +
          percent(*options_.decide.precision) +
          "; label more, or use --least-probability");
    const auto decided = static_cast<double>(decided_);
    say("Decided " + grouped(decided_) + " of " + grouped(rows_) + " (" +
        percent(rows_ == 0 ? 0 : decided / static_cast<double>(rows_)) +
        "), whose labels are at least " + percent(least_) + " probable" +
        (decided_ == 0 ? ""
                       : "; about " + percent(expected_ / decided) +
                             " of them should be right") +
        ".");
  }

  // Warns of rows and documents of which the model knows little.
  void warn_of_unknown(bool documents) const {
    if (features_ > model_.features && model_.feature_numbers.empty())
      warn(options_.source.path + ": features " +
           std::to_string(model_.features + 1) + " to " +
           std::to_string(features_) + " are unknown to the model and ignored");
    if (!documents || unknown_ == 0) return;
    warn(options_.source.path + ": the model knows no term of " +
         grouped(unknown_) + " of " + counted(rows_, "document") +
         ", the first is '" + first_unknown_ + "'; their labels mean nothing");
  }

 private:
  [[nodiscard]] std::vector<double> scores_of(const Corpus& rows,
                                              Index first) const {
    try {
      return scores_of_all(classifier_, rows, options_.source.read.threads,
                           first);
    } catch (const DataError& error) {
      throw error.in(options_.source.path);
    }
  }

  void count_unknown(Index first, const Corpus& rows) {
    rows.data.rows.visit([&](const auto& view) {
      rows_ += view.rows;
      if (first == 0 && view.rows > 0) first_ = rows.name_of(0);
      for (Index i = 0; i < view.rows; ++i) {
        if (!view.row_columns(i).empty() || ++unknown_ > 1) continue;
        first_unknown_ = rows.name_of(i, first);
      }
    });
  }

  void leave_labels(const std::vector<double>& outputs,
                    std::vector<std::string>& labels) {
    const Decided found = leave_unsure(model_, outputs, least_, labels);
    decided_ += found.count;
    expected_ += found.expected;
  }

  void write_table(Index first, Corpus& rows, std::vector<Index> terms,
                   const std::vector<double>& outputs) {
    Predictions table =
        make_predictions(model_, std::move(terms), outputs, options_.scores);
    table.ids = std::move(rows.ids);
    table.texts = std::move(rows.texts);
    table.first = first;
    if (!options_.decide.all()) {
      table.guesses = table.labels;
      leave_labels(outputs, table.labels);
    }
    write_predictions(table, model_, format_,
                      [&](const std::string& part) { out_->write(part); });
  }

  void write_lines(const std::vector<double>& outputs) {
    std::vector<std::string> labels =
        label_words(model_, model_.multi_label ? predict_sets(model_, outputs)
                                               : predict(model_, outputs));
    if (!options_.decide.all()) leave_labels(outputs, labels);
    const std::vector<double>& numbers =
        options_.probabilities ? label_probabilities(model_, outputs) : outputs;
    const std::size_t width =
        options_.probabilities ? model_.classes.size() : model_.outputs();
    std::string lines;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const auto row = std::span(numbers).subspan(i * width, width);
      lines += options_.top > 0           ? top_line(model_, row, options_.top)
               : options_.wants_numbers() ? score_line(labels[i], row)
                                          : labels[i];
      lines += '\n';
      if (lines.size() > (1U << 16)) {
        out_->write(lines);
        lines.clear();
      }
    }
    out_->write(lines);
  }

  const PredictOptions& options_;
  const Model& classifier_;
  const ModelHead& model_;
  double least_;  // probability of a label
  PredictionFormat format_;
  bool to_table_, any_ = false;
  std::optional<OutputFile> out_;  // opened when the first rows have been read
  Index features_ = 0, rows_ = 0, unknown_ = 0, decided_ = 0;
  double expected_ = 0;                // right ones of those that are decided
  std::string first_, first_unknown_;  // what rows are called
};

void require_possible(const PredictOptions& options, PredictionFormat format) {
  if (options.top == 0) return;
  if (format != PredictionFormat::Labels)
    throw UsageError("--top: a table has all classes");
  if (!options.decide.all())
    throw UsageError("--top: not with --least-probability or --precision");
}

void require_able(const ModelHead& model, const PredictOptions& options) {
  if (options.probabilities && model.calibration.slopes.empty())
    throw DataError(options.model,
                    "expected a model that was trained with --probabilities");
  try {
    (void)least_probability(model, options.decide);
  } catch (const DataError& error) {
    throw error.in(options.model);
  }
}

int predict_data(PredictOptions options) {
  share_work(options.source.read, options.quiet, options.log);
  const PredictionFormat format = prediction_format(options.to, options.output);
  require_possible(options, format);
  const Model model = read_model(options.model);
  require_able(model.head(), options);
  recall_columns(model, options.source);
  if (is_import(format) && !options.source.holds_documents())
    throw no_texts(options.source.path, options.to);
  if (!options.quiet) options.source.doubt = warn;
  const bool with_probabilities = format == PredictionFormat::Labels
                                      ? options.probabilities
                                      : !options.scores;
  if (!options.quiet && with_probabilities && knows_sizes_only(model.head())) {
    warn(options.model +
         ": its scores told nothing about labels held out, so every "
         "probability is the size of a class; labels still follow the largest "
         "score");
  }
  // progress would stand on the lines of the labels
  const bool shown = options.output == "-" && isatty(STDOUT_FILENO) == 1;
  std::optional<ProgressPrinter> printer(std::in_place, options.quiet || shown,
                                         options.log);
  options.source.read.progress = printer->progress();
  Answers answers(options, model, format);
  for_each_batch(options.source, model, options.model,
                 [&](Index first, Corpus& rows) { answers.add(first, rows); });
  printer.reset();
  answers.finish();
  if (options.quiet) return 0;
  answers.warn_of_unknown(options.source.holds_documents());
  if (is_first()) answers.say_decided();
  if (is_first() && options.output != "-") answers.say_written();
  return 0;
}

}  // namespace

Command add_predict(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("predict", "label documents with a model");
  const auto options = std::make_shared<PredictOptions>();
  add_model_argument(*command, options->model);
  add_data_argument(*command, options->source.path,
                    "svmlight text (plain, gzip, '-'), a store or a table of "
                    "documents; its labels, if any, are ignored");
  add_output_option(*command, options->output);
  add_format_option(
      *command, options->to,
      {"labels", "csv", "tsv", "jsonl", "json", "doccano", "label-studio"},
      "labels, or csv, tsv, jsonl or json: a table with id, label, its "
      "probability, the number of known terms, and a column per class "
      "(default: by the name of FILE); or doccano or label-studio: what these "
      "programs import");
  CLI::Option* scores = command->add_flag(
      "--scores", options->scores,
      "print label and all outputs, tab separated: one for two classes "
      "(positive for the second class), otherwise one per class");
  command
      ->add_flag("--probabilities", options->probabilities,
                 "print label and the probability of each class, tab "
                 "separated; a model of another method than the default must "
                 "have been trained with --probabilities, or be LIBLINEAR's "
                 "logistic regression")
      ->excludes(scores);
  add_value(*command, "--top N", options->top,
            "print the N best classes as label:score, tab separated; "
            "with --probabilities as label:probability")
      ->check(CLI::PositiveNumber)
      ->excludes(scores);
  add_settings(*command, options->decide, kUsualGroup);
  add_run_options(*command, options->source.read.threads, options->quiet,
                  &options->log);
  add_source_options(*command, options->source, Purpose::Read,
                     {"--text", "--votes"},
                     {"labels", "unlabeled-label", "rename", "class-names"});
  return {command, [options] { return predict_data(*options); }};
}

}  // namespace semilin::cli
