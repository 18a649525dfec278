// semilin suggest: rows to label next, as a table to be filled in.
#include "cli/train/suggest.h"

#include <cmath>
#include <utility>

#include "semilin/advanced/corpus/evidence.h"
#include "semilin/matrix/label_sets.h"

#include "cli/data/data_options.h"
#include "cli/data/predictions.h"

namespace semilin::cli {
namespace {

// The columns of a table of rows or words, of which the report has more. Sets
// are guessed as tables have them.
std::vector<Json> records(const Source& source, const Json& report) {
  std::vector<Json> all;
  std::string separator = source.columns.label_separator;
  if (separator.empty()) separator = ",";
  for (const Json& one : report["rows"]) {
    Json record = {{"id", one["id"]}, {"label", ""}, {"guess", one["guess"]}};
    if (one["guess"].is_null()) record["guess"] = "";
    if (one["guess"].is_array())
      record["guess"] = join_labels(one["guess"], separator);
    for (const char* name :
         {"probability", "chosen", "drawn_with", "reason", "text"})
      if (one.contains(name)) record[name] = one[name];
    all.push_back(std::move(record));
  }
  for (const Json& one : report.value("words", Json::array()))
    all.push_back({{"class", one["class"]},
                   {"words", in_table(one["word"])},
                   {"chosen", one["chosen"]},
                   {"documents", one["documents"]},
                   {"share", one.value("share", Json(""))}});
  return all;
}

// The rows as another program imports them, with their guesses.
std::vector<Json> imports(const SuggestArguments& arguments, const Json& report,
                          PredictionFormat format) {
  std::vector<Json> all;
  for (const Json& one : report["rows"]) {
    if (!one.contains("text"))
      throw no_texts(arguments.source.path, arguments.to);
    Json guesses = one["guess"];
    if (!guesses.is_array())
      guesses = guesses.is_null() ? Json::array() : Json::array({guesses});
    all.push_back(import_record(format, one["id"], one["text"], guesses,
                                one.value("probability", Json())));
  }
  return all;
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

void say_found(const Json& found, const std::string& noun) {
  const std::size_t members = found["members"].size();
  say("Selected " + grouped(std::ssize(found["rows"])) + " of " +
      grouped(found["unlabeled"]) + " unlabeled " + noun +
      (members < 2 ? std::string()
                   : "; " + std::to_string(members) + " models disagree on " +
                         grouped(found["disputed"]) + " of them") +
      (found.contains("expected")
           ? "; about " +
                 grouped(std::llround(found["expected"].get<double>())) +
                 " of them are expected to be of the class"
           : "") +
      ".");
}

// What train needs to know of labels that finding chose.
std::string find_words(const SuggestArguments& arguments, const Model& model) {
  if (arguments.request.use != LabelUse::Finding ||
      model.head().classes.size() != 2)
    return {};
  const Json info = Json::parse(model.head().info, nullptr, false);
  const std::string& given = arguments.request.find;
  return " --find " +
         shell_word(
             given.empty()
                 ? info["training"]["one_class"]["class"].get<std::string>()
                 : given);
}

// Says what to do with the table.
void say_next(const SuggestArguments& arguments) {
  const std::string table = shell_word(arguments.output);
  const bool measures =
      arguments.request.use == LabelUse::Accuracy && !arguments.model.empty();
  Source source = arguments.source;
  std::string remark, find;
  if (!arguments.model.empty() && !measures) {
    const Model model = read_model(arguments.model);
    recall_columns(model, source);
    find = find_words(arguments, model);
    if (arguments.request.words == 0 && source.seed_words.empty() &&
        !words_of_model(model).empty())
      remark = "  # and --seed-words as before";
  }
  if (arguments.request.words > 0) {
    source.seed_words = arguments.output;
    say("Next: delete the words that do not belong to their class, then: "
        "semilin train " +
        source_words(source, Purpose::Train) + " -o new.model");
  } else if (is_label_table(arguments.output)) {
    say("Next: fill in the column label of " + arguments.output + ", then: " +
        (measures
             ? "semilin evaluate " + shell_word(arguments.model) + " " +
                   source_words(source, Purpose::Read) + " --sample " + table
             : "semilin train " + source_words(source, Purpose::Train) +
                   " --labels " + table + find + " -o new.model" + remark));
  }
}

}  // namespace

Suggested suggested(const SuggestArguments& arguments) {
  Source source = arguments.source;
  if (!arguments.quiet) source.doubt = warn;
  Suggested found;
  const Model* model = nullptr;
  if (!arguments.model.empty())
    model = &found.model.emplace(read_model(arguments.model));
  found.corpus = model != nullptr
                     ? read_corpus(std::move(source), *model, arguments.model)
                     : read_corpus(std::move(source));
  std::optional<RunMonitor> monitor(std::in_place, arguments.quiet);
  const SuggestRequest& request = arguments.request;
  const std::string& path = arguments.source.path;
  try {
    found.report = Json::parse(
        suggest_report(model, found.corpus, request, monitor->progress()));
  } catch (const DataError& error) {
    throw error.in(request.count > 0 ? path : arguments.model);
  } catch (const Interrupted&) {
    throw DataError(path, "interrupted");
  }
  if (monitor->interrupted()) throw DataError(path, "interrupted");
  monitor.reset();
  const std::string rows = found.corpus.noun();
  if (request.count == 0 && found.report["words"].empty())
    throw DataError(path, "expected words of one class, found none");
  if (request.count == 0) return found;
  if (!found.report["rows"].empty() && !arguments.quiet)
    say_found(found.report,
              found.corpus.noun(found.report["unlabeled"].get<Index>()));
  else if (found.report["rows"].empty() && !arguments.may_be_none)
    throw DataError(path, "expected unlabeled " + rows + ", found none");
  return found;
}

void write_suggested(const Json& report, const SuggestArguments& arguments) {
  const PredictionFormat format =
      prediction_format(arguments.to, arguments.output);
  if (format == PredictionFormat::JsonList)
    return write_file(arguments.output, json_text(report));
  if (is_import(format))
    return write_file(
        arguments.output,
        records_as_text(imports(arguments, report, format), format));
  std::vector<Json> all = records(arguments.source, report);
  if (arguments.spreadsheet) disarm(all);
  write_file(arguments.output, records_as_text(all, format));
}

void add_suggest_options(CLI::App& command, SuggestArguments& arguments,
                         const std::vector<std::string>& without) {
  add_settings(command, arguments.request, kUsualGroup, without);
  add_run_options(command, arguments.source.read.threads, arguments.quiet);
  add_source_options(command, arguments.source, Purpose::Suggest);
}

Command add_suggest(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "suggest", "pick documents to label next, a table to be filled in");
  const auto arguments = std::make_shared<SuggestArguments>();
  add_data_argument(
      *command, arguments->source.path,
      "labeled and unlabeled documents, or rows of svmlight text or a store");
  CLI::Option* model =
      command->add_option("--model", arguments->model,
                          "model that guesses labels, trained on DATA");
  model->type_name("FILE");
  add_output_option(*command, arguments->output);
  add_format_option(
      *command, arguments->to,
      {"csv", "tsv", "jsonl", "json", "doccano", "label-studio"},
      "csv, tsv, jsonl or json (default: by FILE's name), or doccano or "
      "label-studio, which import it");
  command->add_flag("--spreadsheet", arguments->spreadsheet,
                    "write a ' before texts that begin with = + - or @, which "
                    "spreadsheets take for formulas");
  add_suggest_options(*command, *arguments);
  command->get_option("--words")->needs(model);
  return {
      command, [arguments] {
        const PredictionFormat format =
            prediction_format(arguments->to, arguments->output);
        if (arguments->request.words > 0) {
          if (is_import(format))
            throw UsageError("--to " + arguments->to + ": not with --words");
          arguments->request.count = 0;
        }
        write_suggested(suggested(*arguments).report, *arguments);
        if (!arguments->quiet && arguments->output != "-" && !is_import(format))
          say_next(*arguments);
        return 0;
      }};
}

}  // namespace semilin::cli
