// semilin label: a page to label documents in, which works without a server.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "semilin/advanced/base/random.h"
#include "semilin/advanced/io/output_file.h"
#include "semilin/base/error.h"
#include "semilin/text/documents.h"

#include "cli/command.h"
#include "cli/console.h"
#include "cli/label_page.h"
#include "cli/number_options.h"
#include "cli/suggest.h"

namespace semilin::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kDataHere = "{{DATA}}";

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

// No text can end the script that it stands in.
std::string page_of(const SuggestedRows& rows, const std::string& data) {
  const Json json = {{"name", std::filesystem::path(data).filename().string()},
                     {"classes", rows.classes},
                     {"rows", rows.records}};
  std::string text;
  for (const char c :
       json.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  }
  std::string page = kLabelPage;
  return page.replace(page.find(kDataHere), kDataHere.size(), text);
}

int make_page(SuggestArguments& arguments) {
  const bool documents =
      arguments.input.text || arguments.input.takes(arguments.data);
  if (!documents) {
    throw DataError(arguments.data,
                    "expected documents (--text says that these are), found "
                    "rows");
  }
  arguments.input.text = true;
  const SuggestedRows rows = arguments.model.empty()
                                 ? random_rows(arguments)
                                 : suggested_rows(arguments);
  write_file(arguments.output, page_of(rows, arguments.data));
  if (!arguments.quiet && arguments.output != "-") {
    say("label: " + std::to_string(rows.records.size()) + " documents; open " +
        arguments.output +
        " in a browser, and give what it downloads to train --labels");
  }
  return 0;
}

}  // namespace

Command add_label(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "label", "make a page to label documents in, in a browser");
  const auto arguments = std::make_shared<SuggestArguments>();
  arguments->output = "label.html";
  arguments->options.count = 200;
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
  command->add_option("-o,--output", arguments->output, "the page")
      ->type_name("FILE")
      ->default_str("label.html");
  add_suggest_options(*command, *arguments);
  return {command, [arguments] { return make_page(*arguments); }};
}

}  // namespace semilin::cli
