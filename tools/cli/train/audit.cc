// semilin audit: labeled rows that look wrong.
#include "semilin/learn/audit.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "semilin/advanced/corpus/evidence.h"
#include "semilin/verbs.h"

#include "cli/data/data_options.h"
#include "cli/data/judged_rows.h"
#include "cli/data/predictions.h"
#include "cli/train/training.h"

namespace semilin::cli {
namespace {

struct AuditArguments {
  TrainArguments training;
  std::string output = "-";
  AuditRequest request = {.run = {}, .count = 25};
  bool json = false;
};

// The beginning of a text, in one line.
std::string shown(std::string text) {
  constexpr std::size_t kLetters = 60;
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; },
      ' ');
  return beginning(std::move(text), kLetters);
}

// The lines of the table, behind each the text of its row, if there are texts.
std::string as_table(const Json& labels) {
  Table table = {{"id", "label", "suggested", "P(wrong)", "P(suggested)"}};
  for (const Json& one : labels)
    table.push_back({one["id"], one["label"], one["suggested"],
                     percent(one["p_wrong"]), percent(one["p_suggested"])});
  std::istringstream lines(to_text(table));
  std::string text, line;
  std::getline(lines, line);
  const bool texts = !labels.empty() && labels[0].contains("text");
  text = line + (texts ? "  text\n" : "\n");
  for (const Json& one : labels) {
    std::getline(lines, line);
    text += line + (texts ? "  " + shown(one["text"]) : "") + "\n";
  }
  return text;
}

// By the name of the output; as a table that can be corrected and read as
// labels again, for programs.
std::string as_output(const AuditArguments& arguments, const Json& found) {
  const PredictionFormat format = prediction_format("", arguments.output);
  if (arguments.json || format == PredictionFormat::JsonList)
    return json_text(found);
  if (format == PredictionFormat::Labels) return as_table(found["labels"]);
  std::vector<Json> records;
  for (const Json& one : found["labels"]) {
    records.emplace_back();
    for (const char* name :
         {"id", "label", "suggested", "p_wrong", "p_suggested", "text"})
      if (one.contains(name)) records.back()[name] = one[name];
  }
  return records_as_text(records, format);
}

// "23 of 480 labels look wrong (5-fold cross-validation, svm). About 31 of all
// are expected to be wrong."
void say_result(const Json& found) {
  const Index wrong = found["wrong"], judged = found["judged"];
  const Index left_out = found["left_out"];
  const Index listed = std::ssize(found["labels"]);
  say(grouped(wrong) + " of " + grouped(judged) +
      (wrong == 1 ? " labels looks" : " labels look") + " wrong (" +
      found["folds"].dump() + "-fold cross-validation, " +
      found["method"].get<std::string>() + ")" +
      (left_out == 0 ? ""
                     : "; " + counted(left_out, "more label") +
                           (left_out == 1 ? " is alone in its class"
                                          : " are alone in their classes")) +
      ". About " + grouped(std::lround(found["expected_wrong"].get<double>())) +
      " of all are expected to be wrong." +
      (listed < judged
           ? " The table lists the " + grouped(listed) + " most doubtful."
           : ""));
}

int audit_data(AuditArguments arguments) {
  TrainArguments& given = arguments.training;
  const Corpus training = read_training_data(given);
  std::string& method = given.run.train.method;
  if (method.empty()) method = audit_method(training.data);
  require_options_of(method_named(method), given);
  Json found;
  try {
    given.run = resolved(given.run, training);
    require_memory(training.data, given.run.train, given.source.path,
                   given.quiet);
    RunMonitor monitor(given.quiet, given.log, given.verbose);
    arguments.request.run = given.run;
    found = Json::parse(
        audit_report(training, arguments.request, monitor.progress()));
  } catch (const DataError& error) {
    throw error.in(given.source.path);
  } catch (const Interrupted&) {
    throw DataError(given.source.path, "interrupted");
  }
  if (!given.quiet) {
    say_result(found);
    for (const Json& warning : found["warnings"])
      warn(warning);
  }
  write_file(arguments.output, as_output(arguments, found));
  if (!given.quiet && is_label_table(arguments.output))
    say("Next: correct the column label of " + arguments.output +
        ", then: semilin train " + source_words(given.source, Purpose::Train) +
        " --labels " + shell_word(arguments.output) + " -o new.model");
  return 0;
}

}  // namespace

Command add_audit(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("audit", "list labels that look wrong");
  const auto arguments = std::make_shared<AuditArguments>();
  TrainArguments& training = arguments->training;
  add_data_argument(*command, training.source.path,
                    "svmlight text (plain, gzip, '-'), a store or a table of "
                    "documents, labeled");
  add_settings(*command, arguments->request, kUsualGroup);
  add_value(*command, "--method METHOD", training.run.train.method,
            "method of the models that judge (default: da with up to "
            "1000 labels beside unlabeled documents, otherwise rls)")
      ->check(CLI::IsMember(names_of_methods()));
  add_set_option(*command, training);
  add_json_option(*command, arguments->json);
  add_output_option(*command, arguments->output);
  add_run_options(*command, training.run.train.threads, training.quiet,
                  &training.log, &training.verbose);
  add_source_options(*command, training.source, Purpose::Train);
  return {command, [arguments] { return audit_data(*arguments); }};
}

}  // namespace semilin::cli
