// semilin suggest: rows to label next, as a table to be filled in.
#include "cli/train/suggest.h"

#include <utility>

#include "semilin/advanced/corpus/evidence.h"
#include "semilin/linear/calibration.h"
#include "semilin/matrix/label_sets.h"

#include "cli/data/data_options.h"
#include "cli/data/judged_rows.h"
#include "cli/data/predictions.h"

namespace semilin::cli {
namespace {

std::string reason(const Suggestion& one, const Suggestions& all) {
  const auto name = [&](std::int32_t k) {
    return k == kUnlabeled ? "another class" : all.classes[k];
  };
  if (one.from == DrawnFrom::All) return "random sample";
  if (one.from == DrawnFrom::Typical) return "typical of one cluster";
  if (one.from == DrawnFrom::Stratum)
    return "random sample of those predicted as " + name(one.opinions[0]);
  std::string text;
  for (std::size_t m = 0; m < all.members.size(); ++m) {
    text += (m == 0 ? "" : ", ") + all.members[m] +
            (m == 0 ? " predicts " : " ") + name(one.opinions[m]);
  }
  return text;
}

std::vector<Json> records(const SuggestArguments& arguments,
                          const Suggestions& found, const Corpus& corpus) {
  std::vector<Index> rows;
  for (const Suggestion& one : found.rows)
    rows.push_back(one.row);
  const bool with_texts = arguments.source.holds_documents();
  auto texts = texts_of(arguments.source, rows);
  std::vector<Json> all;
  for (const Suggestion& one : found.rows) {
    Json record = {
        {"id", corpus.name_of(one.row)},
        {"label", ""},
        {"guess", one.opinions.empty() ? "" : found.classes[one.opinions[0]]},
        {"chosen", to_string(one.from)},
        {"probability", one.probability},
        {"reason", reason(one, found)}};
    if (with_texts) record["text"] = texts[one.row];
    all.push_back(std::move(record));
  }
  return all;
}

// Adds the probabilities of the guesses, which only pages show.
void add_probabilities(const SuggestArguments& arguments, const Model& model,
                       const CsrStore& rows, const Suggestions& found,
                       std::vector<Json>& all) {
  const ModelHead& head = model.head();
  if (arguments.words == 0 || head.calibration.slopes.empty()) return;
  std::vector<Index> chosen;
  for (const Suggestion& one : found.rows)
    chosen.push_back(one.row);
  const std::vector<double> p = label_probabilities(
      head, scores(model, rows.select(chosen), arguments.source.read.threads));
  for (std::size_t i = 0; i < chosen.size(); ++i)
    all[i]["sure"] = p[i * head.classes.size() + found.rows[i].opinions.at(0)];
}

// A text that spreadsheets take for a formula gets a quote before it; ids and
// labels do not change.
void disarm(std::vector<Json>& records) {
  for (Json& record : records) {
    for (const char* name : {"guess", "reason", "text"}) {
      if (!record.contains(name)) continue;
      const std::string text = record[name].get<std::string>();
      if (text.find_first_of("=+-@\t\r") == 0) record[name] = "'" + text;
    }
  }
}

std::string delimited(const std::vector<Json>& records, char delimiter) {
  std::string text;
  std::vector<std::string> names;
  for (const auto& item : records.front().items())
    names.push_back(item.key());
  append_record(names, delimiter, text);
  for (const Json& record : records) {
    std::vector<std::string> fields;
    for (const Json& value : record) {
      fields.push_back(value.is_string() ? value.get<std::string>()
                                         : exact_number(value.get<double>()));
    }
    append_record(fields, delimiter, text);
  }
  return text;
}

std::string as_text(const std::vector<Json>& records, PredictionFormat format) {
  if (format == PredictionFormat::JsonList) return json_text(records);
  if (format != PredictionFormat::JsonLines)
    return delimited(records, format == PredictionFormat::Tsv ? '\t' : ',');
  std::string text;
  for (const Json& record : records)
    text += json_line(record) + "\n";
  return text;
}

// Sets of labels that are guessed: lists for pages, otherwise as tables have
// them.
void spell_sets(const SuggestArguments& arguments, std::vector<Json>& all) {
  const std::string& separator = arguments.source.columns.label_separator;
  for (Json& record : all) {
    auto names = split_labels(record["guess"].get<std::string>());
    if (arguments.words > 0)
      record["guess"] = std::move(names);
    else
      record["guess"] =
          join_labels(std::move(names), separator.empty() ? "," : separator);
  }
}

// No model: null.
Suggestions find_rows(const SuggestArguments& arguments, const Model* model,
                      const Dataset& data, const Progress& progress) {
  SuggestOptions options = arguments.options;
  options.threads = arguments.source.read.threads;
  try {
    return model != nullptr ? suggest(*model, data, options, progress)
                            : suggest(data, options, progress);
  } catch (const DataError& error) {
    throw error.in(arguments.source.path);
  }
}

void say_found(const Suggestions& found, const std::string& noun) {
  say("Selected " + grouped(std::ssize(found.rows)) + " of " +
      grouped(found.unlabeled) + " unlabeled " + noun +
      (found.members.size() < 2 ? std::string()
                                : "; " + std::to_string(found.members.size()) +
                                      " models disagree on " +
                                      grouped(found.disputed) + " of them") +
      ".");
}

// Says what to do with the table.
void say_next(const SuggestArguments& arguments) {
  const std::string table = shell_word(arguments.output);
  const bool measures =
      arguments.options.use == LabelUse::Accuracy && !arguments.model.empty();
  Source source = arguments.source;
  std::string remark;
  if (!arguments.model.empty() && !measures) {
    const Model model = read_model(arguments.model);
    recall_columns(model, source);
    if (arguments.words == 0 && source.seed_words.empty() &&
        !words_of_model(model).empty())
      remark = "  # and --seed-words as before";
  }
  if (arguments.words > 0) {
    source.seed_words = arguments.output;
    say("Next: delete the words that do not belong to their class, then: "
        "semilin train " +
        training_words(source) + " -o new.model");
  } else if (is_label_table(arguments.output)) {
    say("Next: fill in the column label of " + arguments.output + ", then: " +
        (measures ? "semilin evaluate " + shell_word(arguments.model) + " " +
                        data_words(source) + " --sample " + table
                  : "semilin train " + training_words(source) + " --labels " +
                        table + " -o new.model" + remark));
  }
}

// DATA, and the model if there is one, whose columns are recalled. The words
// given, or else the model's, train the members, too.
Corpus read_with_model(SuggestArguments& arguments,
                       std::optional<Model>& model) {
  Source& source = arguments.source;
  if (!arguments.quiet) source.doubt = warn;
  if (!arguments.model.empty()) {
    model = read_model(arguments.model);
    recall_columns(*model, source);
  }
  Corpus corpus = model ? read_corpus(source, *model, arguments.model)
                        : read_corpus(source);
  arguments.options.seeds = corpus.seeds;
  if (!corpus.seed_words.empty())
    arguments.given = Json::parse(corpus.seed_words);
  return corpus;
}

SuggestedRows as_rows(const SuggestArguments& arguments, const Model* model,
                      const Suggestions& found, const Corpus& corpus) {
  const Dataset& data = corpus.data;
  const bool sets = !arguments.source.columns.label_separator.empty();
  if (arguments.words > 0 && has_label_sets(data) && !sets)
    throw UsageError(
        "--label-separator: the labels are sets; name the character that "
        "separates labels in the table that is written, such as ';'");
  const std::vector<std::string> classes =
      model != nullptr ? model->head().classes : label_sets(data).names;
  const bool guesses_sets = model != nullptr && model->head().multi_label;
  SuggestedRows rows = {records(arguments, found, corpus), classes};
  if (arguments.words > 0 && corpus.has_texts()) {
    rows.given = arguments.given;
    if (model != nullptr && !guesses_sets)
      for (ClassWord& one : words_to_confirm(arguments, *model, corpus))
        if (!one.given) rows.suggested[one.name].push_back(std::move(one.word));
  }
  if (guesses_sets)
    spell_sets(arguments, rows.records);
  else if (model != nullptr)
    add_probabilities(arguments, *model, data.rows, found, rows.records);
  return rows;
}

}  // namespace

SuggestedRows suggested_rows(const SuggestArguments& given) {
  SuggestArguments arguments = given;
  std::optional<Model> model;
  const Corpus corpus = read_with_model(arguments, model);
  std::optional<RunMonitor> monitor(std::in_place, arguments.quiet);
  const Suggestions found = find_rows(arguments, model ? &*model : nullptr,
                                      corpus.data, monitor->progress());
  if (monitor->interrupted())
    throw DataError(arguments.source.path, "interrupted");
  monitor.reset();
  if (found.rows.empty() && !arguments.may_be_none)
    throw DataError(arguments.source.path,
                    "expected unlabeled " + corpus.noun() + ", found none");
  if (!arguments.quiet && !found.rows.empty())
    say_found(found, corpus.noun(found.unlabeled));
  return as_rows(arguments, model ? &*model : nullptr, found, corpus);
}

SuggestedRows suggested_rows(const SuggestArguments& arguments,
                             const Model* model, const Corpus& corpus,
                             const Progress& progress) {
  return as_rows(arguments, model,
                 find_rows(arguments, model, corpus.data, progress), corpus);
}

SuggestedRows suggested_words(const SuggestArguments& given) {
  SuggestArguments arguments = given;
  std::optional<Model> model;
  const Corpus corpus = read_with_model(arguments, model);
  if (model->head().multi_label)
    throw UsageError("--words: not with a multi-label model");
  if (!holds_vocabulary(model->head().attachments))
    throw DataError(arguments.model,
                    "expected a model with a vocabulary (train it on "
                    "documents), found none");
  SuggestedRows rows;
  for (const ClassWord& one : words_to_confirm(arguments, *model, corpus))
    rows.records.push_back({{"class", one.name},
                            {"words", in_table(one.word)},
                            {"chosen", one.given ? "given" : "suggested"},
                            {"documents", one.documents},
                            {"share", one.given ? Json("") : Json(one.share)}});
  if (rows.records.empty())
    throw DataError(arguments.source.path,
                    "expected words of one class, found none");
  return rows;
}

void write_suggested(SuggestedRows rows, const SuggestArguments& arguments) {
  if (arguments.spreadsheet) disarm(rows.records);
  PredictionFormat format = prediction_format(arguments.to, arguments.output);
  if (format == PredictionFormat::Labels) format = PredictionFormat::Csv;
  write_file(arguments.output, as_text(rows.records, format));
}

void add_suggest_options(CLI::App& command, SuggestArguments& arguments) {
  add_setting(
      command,
      setting_of("for", arguments.options.use, kLabelUses,
                 "purpose of the labels: training, or the sample that best "
                 "estimates the class sizes or the accuracy of the model"));
  add_value(command, "--random X=0.5, without a model 0.2",
            arguments.options.random_share,
            "share of the documents drawn from all, for training; the others "
            "are typical of parts on which models disagree, "
            "or without a model of all documents")
      ->check(within(kFraction));
  add_value(command, "--seed N=1", arguments.options.seed, "seed of the draws");
  add_run_options(command, arguments.source.read.threads, arguments.quiet);
  add_source_options(command, arguments.source,
                     "the model must carry a vocabulary");
}

Command add_suggest(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "suggest", "pick documents to label next, a table to be filled in");
  const auto arguments = std::make_shared<SuggestArguments>();
  command
      ->add_option(
          "DATA", arguments->source.path,
          "labeled and unlabeled documents, or rows of svmlight text or "
          "a store")
      ->required();
  CLI::Option* model = command->add_option(
      "--model", arguments->model,
      "model that was trained on DATA, to guess labels and help choose");
  model->type_name("FILE");
  add_value(*command, "-n,--count N=25", arguments->options.count,
            "number of documents")
      ->check(within(kPositive));
  add_value(*command, "--words N", arguments->words,
            "suggest N words for each class instead of documents, a table "
            "for train --seed-words")
      ->check(within(kPositive))
      ->needs(model);
  add_output_option(*command, arguments->output);
  add_value(*command, "--to FORMAT", arguments->to,
            "format: csv, tsv, jsonl or json (default: by the name of FILE, or "
            "csv)")
      ->check(CLI::IsMember({"csv", "tsv", "jsonl", "json"}));
  command->add_flag_callback(
      "--json", [arguments] { arguments->to = "json"; },
      "print one JSON document (--to json)");
  command->add_flag("--spreadsheet", arguments->spreadsheet,
                    "write a ' before texts that begin with = + - or @, which "
                    "spreadsheets take for formulas");
  add_suggest_options(*command, *arguments);
  return {command, [arguments] {
            write_suggested(arguments->words > 0 ? suggested_words(*arguments)
                                                 : suggested_rows(*arguments),
                            *arguments);
            if (!arguments->quiet && arguments->output != "-")
              say_next(*arguments);
            return 0;
          }};
}

}  // namespace semilin::cli
