// semilin label: a page to label documents in, as a file or from a server.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <utility>

#include "semilin/advanced/io/label_text.h"
#include "semilin/text/seed_words.h"

#include "cli/command/server.h"
#include "cli/data/data_options.h"
#include "cli/data/label_file.h"
#include "cli/label/label_session.h"
#include "cli/page/pages.h"
#include "cli/train/suggest.h"

namespace semilin::cli {
namespace {

constexpr Index kWordsOnPage = 8;  // that are proposed for each class

struct LabelArguments : SuggestArguments {
  bool serve = false;  // otherwise the page is a file
  int port = 0;
};

// The classes as the user names them, then those of words, then the others.
std::vector<std::string> buttons(const Source& source,
                                 const std::vector<std::string>& found) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  };
  for (const std::string& name : source.classes)
    add(normal_name(name));
  const std::string& words = source.seed_words;
  if (!words.empty() && words != "names" && words != "none")
    for (const ClassWords& one : read_seed_words(words))
      add(one.name);
  std::for_each(found.begin(), found.end(), add);
  return names;
}

PageRows rows_to_label(SuggestArguments arguments) {
  Source& source = arguments.source;
  for (const std::string& path : source.read.label_files)
    if (!is_label_table(path))
      throw DataError(path, "expected a table of labels (.csv, .tsv, .jsonl)");
  const std::vector<std::string> classes = source.classes;
  if (source.seed_words.empty()) source.classes.clear();
  const Suggested found = suggested(arguments);
  if (has_label_sets(found.corpus.data) &&
      source.columns.label_separator.empty())
    throw UsageError(
        "--label-separator: the labels are sets; name the character that "
        "separates labels in the table that is written, such as ';'");
  PageRows rows = page_rows(found.report, found.model ? &*found.model : nullptr,
                            found.corpus);
  source.classes = classes;
  rows.classes = buttons(source, rows.classes);
  if (rows.classes.empty() && !arguments.quiet)
    say("There are no classes yet: type their names on the page, or add "
        "--classes sport,politics,...");
  return rows;
}

int make_page(const LabelArguments& arguments) {
  const PageRows rows = rows_to_label(arguments);
  write_file(
      arguments.output,
      label_page(arguments.source.path,
                 {{"classes", rows.classes},
                  {"rows", rows.records},
                  {"words", chips(rows.given, rows.suggested)},
                  {"separator", arguments.source.columns.label_separator}}));
  if (!arguments.quiet && arguments.output != "-") {
    say("Wrote " + counted(std::ssize(rows.records), "document") + " to " +
        arguments.output + ".");
    say("Next: open it in a browser, label, download the labels, then: semilin "
        "train " +
        source_words(arguments.source, Purpose::Train) +
        " --labels labels.tsv -o new.model");
  }
  return 0;
}

// DATA.labels.tsv, beside DATA: files of one name in two folders have their
// own.
std::string own_table(const std::string& data) {
  std::filesystem::path path = std::filesystem::path(data).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  return path.replace_filename(path.stem().string() + ".labels.tsv").string();
}

// Until Ctrl-C.
int serve_page(LabelArguments& arguments) {
  require_server();
  if (arguments.source.path == "-")
    throw UsageError("--serve: DATA must be a file, not standard input");
  if (!std::filesystem::is_directory(arguments.source.path))
    require_file(arguments.source.path);
  if (!arguments.output.ends_with(".tsv"))
    throw UsageError("--output: expected a name that ends in .tsv, found '" +
                     arguments.output + "'");
  for (const std::string& table : arguments.source.read.label_files)
    require_apart("--labels", arguments.output, table);
  require_apart("DATA", arguments.output, arguments.source.path);
  const bool is_new = !std::filesystem::exists(arguments.output);
  LabelFile file(arguments.output);
  LabelArguments with_labels = arguments;
  if (!is_new) with_labels.source.read.label_files.push_back(file.path());
  const std::string words = words_beside(file.path());
  require_file(words);
  if (std::filesystem::exists(words)) with_labels.source.seed_words = words;
  const std::string stamp = stamp_of(arguments.source.path);
  with_labels.may_be_none = !is_new;
  PageRows rows;
  try {
    rows = rows_to_label(with_labels);
  } catch (...) {
    if (is_new) std::filesystem::remove(arguments.output);
    throw;
  }
  if (arguments.source.seed_words.empty()) arguments.source.classes.clear();
  const RunMonitor monitor(true);
  LabelSession session(arguments, file, std::move(rows), stamp);
  const auto saved = [&] {
    return "labels in " + file.path() + ": " + std::to_string(session.labels());
  };
  serve(
      session.routes(), {.port = arguments.port},
      [&](const std::string& address) {
        std::cout << address << '\n';
        if (!std::cout.flush())
          throw DataError("standard output", "cannot write");
        if (!arguments.quiet)
          say("Open the address in a browser; " + saved() +
              ". Ctrl-C ends the server.");
      },
      [&] { return monitor.interrupted(); });
  if (!arguments.quiet) say("The server has ended; " + saved() + ".");
  return 0;
}

int label(LabelArguments& arguments) {
  Source& source = arguments.source;
  if (!arguments.model.empty())
    recall_columns(read_model(arguments.model).head(), source);
  if (source.path != "-" && !std::filesystem::exists(source.path))
    throw DataError(source.path, "there is no such file or folder");
  if (!source.holds_documents()) {
    throw DataError(
        source.path,
        "expected documents, found rows; if they are documents, add --text");
  }
  source.text = true;
  if (arguments.output.empty())
    arguments.output = arguments.serve ? own_table(source.path) : "label.html";
  return arguments.serve ? serve_page(arguments) : make_page(arguments);
}

}  // namespace

Command add_label(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "label", "make a page to label documents in, in a browser");
  const auto arguments = std::make_shared<LabelArguments>();
  arguments->request.count = 200;
  arguments->request.words = kWordsOnPage;
  arguments->output.clear();
  command
      ->add_option("DATA", arguments->source.path,
                   "documents; those that have a label are not shown")
      ->required();
  add_value(*command, "--model FILE", arguments->model,
            "model that guesses labels and helps to choose documents "
            "(see semilin suggest)");
  add_value(*command,
            "-o,--output FILE=label.html, DATA.labels.tsv beside DATA",
            arguments->output,
            "the page; with --serve the table of labels, which is "
            "continued if it exists");
  CLI::Option* serve = command->add_flag(
      "--serve", arguments->serve,
      "serve the page to browsers of this machine at the address printed: "
      "labels are saved at once, and trainings choose the next documents");
  add_value(*command, "--port PORT=0", arguments->port,
            "port of the address; 0: any free port")
      ->check(within(kPorts))
      ->needs(serve);
  add_suggest_options(*command, *arguments, {"words"});
  return {command, [arguments] { return label(*arguments); }};
}

}  // namespace semilin::cli
