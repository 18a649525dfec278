// semilin audit: labeled rows that look wrong.
#include "semilin/learn/audit.h"

#include <algorithm>
#include <sstream>

#include "cli/data/judged_rows.h"
#include "cli/train/training.h"

namespace semilin::cli {
namespace {

struct AuditArguments {
  TrainArguments training;
  std::string output = "-";
  Index count = 25;
  bool json = false;
};

using RowTexts = std::unordered_map<Index, std::string>;

// The beginning of a text, in one line.
std::string shown(std::string text) {
  constexpr std::size_t kLetters = 60;
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; },
      ' ');
  return beginning(std::move(text), kLetters);
}

// The lines of the table, behind each the text of its row, if there are texts.
std::string as_table(const Audit& found, const Corpus& training,
                     const RowTexts& texts) {
  const std::vector<std::string>& classes = training.data.classes;
  Table table = {{"id", "label", "suggested", "P(wrong)", "P(suggested)"}};
  for (const AuditedLabel& one : found.labels) {
    table.push_back({training.name_of(one.row), classes[one.given],
                     classes[one.suggested], percent(one.p_wrong),
                     percent(one.p_suggested)});
  }
  if (texts.empty()) return to_text(table);
  std::istringstream lines(to_text(table));
  std::string text, line;
  std::getline(lines, line);
  text = line + "  text\n";
  for (const AuditedLabel& one : found.labels) {
    std::getline(lines, line);
    text += line + "  " + shown(texts.at(one.row)) + "\n";
  }
  return text;
}

Json as_json(const Audit& found, const Corpus& training,
             const RowTexts& texts) {
  const std::vector<std::string>& classes = training.data.classes;
  Json list = Json::array();
  for (const AuditedLabel& one : found.labels) {
    list.push_back({{"row", one.row + 1},
                    {"id", training.name_of(one.row)},
                    {"label", classes[one.given]},
                    {"suggested", classes[one.suggested]},
                    {"p_wrong", one.p_wrong},
                    {"p_suggested", one.p_suggested}});
    if (!texts.empty()) list.back()["text"] = texts.at(one.row);
  }
  return {{"method", found.method},
          {"folds", found.folds},
          {"left_out", found.left_out},
          {"labels", list}};
}

Audit run_audit(const TrainArguments& given, const Corpus& training) {
  const TrainOptions options = resolved(given.run, training).train;
  require_memory(training.data, options, given.source.path, given.quiet);
  RunMonitor monitor(given.quiet, given.log, given.verbose);
  return audit(training.data, options, monitor.progress());
}

// "23 of 480 labels look wrong (5-fold cross-validation, svm)."
void say_result(const Audit& found, std::size_t classes, Index listed) {
  constexpr std::size_t kFew = 10;  // labels of each class
  const auto wrong = std::count_if(found.labels.begin(), found.labels.end(),
                                   [](const AuditedLabel& one) {
                                     return one.p_suggested > 1 - one.p_wrong;
                                   });
  say(grouped(wrong) + " of " + grouped(std::ssize(found.labels)) +
      (wrong == 1 ? " labels looks" : " labels look") + " wrong (" +
      std::to_string(found.folds) + "-fold cross-validation, " + found.method +
      ")" +
      (found.left_out == 0
           ? ""
           : "; " + counted(found.left_out, "more label") +
                 (found.left_out == 1 ? " is alone in its class"
                                      : " are alone in their classes")) +
      "." +
      (listed > 0 && listed < std::ssize(found.labels)
           ? " The table lists the " + grouped(listed) + " most doubtful."
           : "") +
      (wrong > 0 && found.labels.size() < kFew * classes
           ? " With so few labels, many of these may be right."
           : ""));
}

int audit_data(AuditArguments arguments) {
  TrainArguments& given = arguments.training;
  const Corpus training = read_training_data(given);
  std::string& method = given.run.train.method;
  if (method.empty()) method = audit_method(training.data);
  require_options_of(method_named(method), given);
  Audit found;
  try {
    found = run_audit(given, training);
  } catch (const DataError& error) {
    throw error.in(given.source.path);
  }
  if (found.folds == 0) throw DataError(given.source.path, "interrupted");
  if (!given.quiet)
    say_result(found, training.data.classes.size(), arguments.count);
  if (arguments.count > 0 &&
      arguments.count < static_cast<Index>(found.labels.size()))
    found.labels.resize(arguments.count);
  std::vector<Index> rows;
  for (const AuditedLabel& one : found.labels)
    rows.push_back(one.row);
  const RowTexts texts = texts_of(given.source, rows);
  write_file(arguments.output, arguments.json
                                   ? json_text(as_json(found, training, texts))
                                   : as_table(found, training, texts));
  return 0;
}

}  // namespace

Command add_audit(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("audit", "list labels that look wrong");
  const auto arguments = std::make_shared<AuditArguments>();
  TrainArguments& training = arguments->training;
  command
      ->add_option("DATA", training.source.path,
                   "svmlight text (plain, gzip, '-'), a store or a table of "
                   "documents, labeled")
      ->required();
  add_value(*command, "-n,--count N=25", arguments->count,
            "list the N most doubtful labels; 0: all")
      ->check(CLI::NonNegativeNumber);
  add_value(*command, "--method METHOD", training.run.train.method,
            "method of the models that judge (default: da with up to "
            "1000 labels beside unlabeled documents, otherwise rls)")
      ->check(CLI::IsMember(names_of_methods()));
  add_set_option(*command, training);
  add_json_option(*command, arguments->json);
  add_output_option(*command, arguments->output);
  add_run_options(*command, training.run.train.threads, training.quiet,
                  &training.log, &training.verbose);
  add_source_options(*command, training.source, "the vocabulary is learned");
  return {command, [arguments] { return audit_data(*arguments); }};
}

}  // namespace semilin::cli
