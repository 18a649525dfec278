// semilin label: a page to label documents in, which works without a server or
// is served.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "semilin/advanced/base/random.h"
#include "semilin/advanced/io/output_file.h"
#include "semilin/base/error.h"
#include "semilin/base/option.h"
#include "semilin/text/documents.h"

#include "cli/command.h"
#include "cli/console.h"
#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/label_file.h"
#include "cli/label_page.h"
#include "cli/label_server.h"
#include "cli/label_session.h"
#include "cli/number_options.h"
#include "cli/suggest.h"

namespace semilin::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr Bound kPorts = {
    .low = 0, .high = 65535, .open_low = false, .open_high = false};

struct LabelArguments : SuggestArguments {
  bool serve = false;  // otherwise a page on the disk
  int port = 0;        // 0: a free one
};

// Without a model: unlabelled documents by chance, each with the same
// probability (Vitter, ACM TOMS 11, 1985, algorithm R), in the order of DATA.
class RandomRows {
 public:
  explicit RandomRows(const SuggestOptions& options)
      : count_(options.count), random_(options.seed) {}

  // Labels that stand in a table beside the documents.
  void take_labels(const std::string& path) {
    for_each_label(path, [&](const TableLabel& one) {
      if (one.label.empty()) return;
      classes_.insert(one.label);
      labeled_.insert(one.id);
    });
  }

  void add(DocumentBatch& batch) {
    for (std::size_t i = 0; i < batch.texts.size(); ++i) {
      if (!batch.labels[i].empty()) {
        classes_.insert(batch.labels[i]);
      } else if (!labeled_.contains(batch.ids[i])) {
        offer(batch.ids[i], batch.texts[i]);
      }
    }
  }

  SuggestedRows take() {
    std::sort(drawn_.begin(), drawn_.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    SuggestedRows rows = {{}, {classes_.begin(), classes_.end()}};
    for (auto& [place, record] : drawn_) {
      record["probability"] =
          static_cast<double>(drawn_.size()) / static_cast<double>(unlabeled_);
      rows.records.push_back(std::move(record));
    }
    return rows;
  }

 private:
  void offer(std::string& id, std::string& text) {
    const Index place =
        unlabeled_ < count_ ? unlabeled_ : random_.below(unlabeled_ + 1);
    ++unlabeled_;
    if (place >= count_) return;
    if (place == std::ssize(drawn_)) drawn_.emplace_back();
    drawn_[place] = {unlabeled_,
                     {{"id", std::move(id)},
                      {"chosen", to_string(DrawnFrom::All)},
                      {"reason", "drawn from all documents"},
                      {"text", std::move(text)}}};
  }

  Index count_;
  Random random_;
  Index unlabeled_ = 0;
  std::vector<std::pair<Index, Json>> drawn_;  // each with its place in DATA
  std::set<std::string> classes_, labeled_;
};

SuggestedRows random_rows(const SuggestArguments& arguments) {
  RandomRows rows(arguments.options);
  for (const std::string& path : arguments.read.label_files) {
    if (!is_label_table(path))
      throw DataError(path, "expected a table of labels (.csv, .tsv, .jsonl)");
    rows.take_labels(path);
  }
  for_each_batch(arguments.data, arguments.input,
                 [&](DocumentBatch& batch) { rows.add(batch); });
  SuggestedRows found = rows.take();
  if (found.records.empty())
    throw DataError(arguments.data, "expected unlabelled rows, found none");
  return found;
}

SuggestedRows rows_to_label(const SuggestArguments& arguments) {
  return arguments.model.empty() ? random_rows(arguments)
                                 : suggested_rows(arguments);
}

int make_page(const LabelArguments& arguments) {
  const SuggestedRows rows = rows_to_label(arguments);
  write_file(
      arguments.output,
      label_page(
          {{"name", std::filesystem::path(arguments.data).filename().string()},
           {"classes", rows.classes},
           {"rows", rows.records}}));
  if (!arguments.quiet && arguments.output != "-") {
    say("label: " + std::to_string(rows.records.size()) + " documents; open " +
        arguments.output +
        " in a browser, and give what it downloads to train --labels");
  }
  return 0;
}

// Until Ctrl-C.
int serve_page(const LabelArguments& arguments) {
  require_server();
  if (arguments.data == "-")
    throw UsageError("--serve: DATA must be a file, not standard input");
  if (!arguments.output.ends_with(".tsv"))
    throw UsageError("--output: expected a name that ends in .tsv, found '" +
                     arguments.output + "'");
  for (const std::string& table : arguments.read.label_files)
    require_apart("--labels", arguments.output, table);
  require_apart("DATA", arguments.output, arguments.data);
  LabelFile file(arguments.output);
  LabelArguments with_labels = arguments;
  with_labels.read.label_files.push_back(file.path());
  SuggestedRows rows = rows_to_label(with_labels);
  Random random(arguments.options.seed);
  if (arguments.model.empty()) random.shuffle(rows.records);
  const InterruptGuard guard;
  LabelSession session(arguments, file, std::move(rows));
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
          say("label: " + saved() +
              "; open the address in a browser, Ctrl-C ends");
      },
      [&] { return guard.interrupted(); });
  if (!arguments.quiet) warn("interrupted; " + saved());
  return 1;
}

int label(LabelArguments& arguments) {
  const bool documents =
      arguments.input.text || arguments.input.takes(arguments.data);
  if (!documents) {
    throw DataError(arguments.data,
                    "expected documents (--text says that these are), found "
                    "rows");
  }
  arguments.input.text = true;
  if (arguments.output.empty())
    arguments.output = arguments.serve ? "labels.tsv" : "label.html";
  return arguments.serve ? serve_page(arguments) : make_page(arguments);
}

}  // namespace

Command add_label(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "label", "make a page to label documents in, in a browser");
  const auto arguments = std::make_shared<LabelArguments>();
  arguments->options.count = 200;
  arguments->output.clear();
  command
      ->add_option("DATA", arguments->data,
                   "documents, those with a label left out")
      ->required();
  command
      ->add_option("--model", arguments->model,
                   "model that guesses, and with what it does not know chooses "
                   "(see semilin suggest); without one documents are drawn by "
                   "chance")
      ->type_name("FILE");
  command->add_option("-n,--count", arguments->options.count, "how many")
      ->type_name("N")
      ->default_str("200")
      ->check(within(kPositive));
  command
      ->add_option("-o,--output", arguments->output,
                   "the page; with --serve the table of labels, which is gone "
                   "on with if it is there")
      ->type_name("FILE")
      ->default_str("label.html, labels.tsv");
  const CLI::Option* serve =
      command
          ->add_option("--serve", arguments->port,
                       "serve the page to browsers of this machine, at the "
                       "address that is printed: labels are saved at once, and "
                       "trainings bring the next documents (0 or none: a free "
                       "port)")
          ->type_name("PORT")
          ->expected(0, 1)
          ->check(within(kPorts));
  add_suggest_options(*command, *arguments);
  return {command, [arguments, serve] {
            arguments->serve = serve->count() > 0;
            return label(*arguments);
          }};
}

}  // namespace semilin::cli
