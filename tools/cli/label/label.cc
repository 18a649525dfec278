// semilin label: a page to label documents in, as a file or from a server.
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "semilin/advanced/corpus/evidence.h"
#include "semilin/advanced/io/output_file.h"
#include "semilin/base/error.h"
#include "semilin/base/option.h"
#include "semilin/text/documents.h"

#include "cli/command/command.h"
#include "cli/command/console.h"
#include "cli/command/files.h"
#include "cli/command/interrupt.h"
#include "cli/command/number_options.h"
#include "cli/data/label_file.h"
#include "cli/data/model_file.h"
#include "cli/label/label_page.h"
#include "cli/label/label_server.h"
#include "cli/label/label_session.h"
#include "cli/train/suggest.h"

namespace semilin::cli {
namespace {

constexpr Bound kPorts = {
    .low = 0, .high = 65535, .open_low = false, .open_high = false};

constexpr Index kWordsOnPage = 8;  // that are proposed for each class

struct LabelArguments : SuggestArguments {
  bool serve = false;  // otherwise the page is a file
  int port = 0;
};

SuggestedRows rows_to_label(const SuggestArguments& arguments) {
  for (const std::string& path : arguments.source.read.label_files)
    if (!is_label_table(path))
      throw DataError(path, "expected a table of labels (.csv, .tsv, .jsonl)");
  return suggested_rows(arguments);
}

int make_page(const LabelArguments& arguments) {
  const SuggestedRows rows = rows_to_label(arguments);
  write_file(arguments.output, label_page(arguments.source.path, rows.classes,
                                          rows.records, rows.words));
  if (!arguments.quiet && arguments.output != "-") {
    say("Wrote " + std::to_string(rows.records.size()) + " documents to " +
        arguments.output + ".");
    say("Next: open it in a browser, label, and give the table that it "
        "downloads to semilin train --labels.");
  }
  return 0;
}

// Until Ctrl-C.
int serve_page(const LabelArguments& arguments) {
  require_server();
  if (arguments.source.path == "-")
    throw UsageError("--serve: DATA must be a file, not standard input");
  if (!arguments.output.ends_with(".tsv"))
    throw UsageError("--output: expected a name that ends in .tsv, found '" +
                     arguments.output + "'");
  for (const std::string& table : arguments.source.read.label_files)
    require_apart("--labels", arguments.output, table);
  require_apart("DATA", arguments.output, arguments.source.path);
  const bool is_new = !std::filesystem::exists(arguments.output);
  LabelFile file(arguments.output);
  LabelArguments with_labels = arguments;
  with_labels.source.read.label_files.push_back(file.path());
  if (std::filesystem::exists(words_beside(file.path())))
    with_labels.source.seed_words = words_beside(file.path());
  const std::string stamp = stamp_of(arguments.source.path);
  SuggestedRows rows;
  try {
    rows = rows_to_label(with_labels);
  } catch (...) {
    if (is_new) std::filesystem::remove(arguments.output);
    throw;
  }
  const InterruptGuard guard;
  LabelSession session(arguments, file, std::move(rows), stamp);
  const auto saved = [&] {
    return "labels in " + file.path() + ": " + std::to_string(session.labels());
  };
  serve(
      session.routes(), arguments.port,
      [&](const std::string& address) {
        std::cout << address << '\n';
        if (!std::cout.flush())
          throw DataError("standard output", "cannot write");
        if (!arguments.quiet)
          say("Open the address in a browser; " + saved() +
              ". Ctrl-C ends the server.");
      },
      [&] { return guard.interrupted(); });
  if (!arguments.quiet) warn("interrupted; " + saved());
  return 1;
}

int label(LabelArguments& arguments) {
  if (!arguments.model.empty())
    recall_columns(read_model(arguments.model).head(), arguments.source);
  if (!arguments.source.holds_documents()) {
    throw DataError(arguments.source.path,
                    "expected documents (--text if these are), found rows");
  }
  arguments.source.text = true;
  if (arguments.output.empty())
    arguments.output =
        arguments.serve
            ? std::filesystem::path(arguments.source.path).stem().string() +
                  ".labels.tsv"
            : "label.html";
  return arguments.serve ? serve_page(arguments) : make_page(arguments);
}

}  // namespace

Command add_label(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "label", "make a page to label documents in, in a browser");
  const auto arguments = std::make_shared<LabelArguments>();
  arguments->options.count = 200;
  arguments->words = kWordsOnPage;
  arguments->output.clear();
  command
      ->add_option("DATA", arguments->source.path,
                   "documents; those that have a label are not shown")
      ->required();
  command
      ->add_option("--model", arguments->model,
                   "model that guesses labels and helps to choose documents "
                   "(see semilin suggest)")
      ->type_name("FILE");
  command
      ->add_option("-n,--count", arguments->options.count,
                   "number of documents")
      ->type_name("N")
      ->default_str("200")
      ->check(within(kPositive));
  command
      ->add_option("-o,--output", arguments->output,
                   "the page; with --serve the table of labels, which is "
                   "continued if it exists")
      ->type_name("FILE")
      ->default_str("label.html, DATA.labels.tsv");
  CLI::Option* serve = command->add_flag(
      "--serve", arguments->serve,
      "serve the page to browsers of this machine at the address printed: "
      "labels are saved at once, and trainings choose the next documents");
  command
      ->add_option("--port", arguments->port,
                   "port of the address; 0: any free port")
      ->type_name("PORT")
      ->default_str("0")
      ->check(within(kPorts))
      ->needs(serve);
  add_suggest_options(*command, *arguments);
  return {command, [arguments] { return label(*arguments); }};
}

}  // namespace semilin::cli
