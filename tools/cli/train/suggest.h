// Rows to label next, and words that may tell classes, for semilin suggest and
// semilin label.
#pragma once

#include <optional>
#include <string>

#include "semilin/verbs.h"

#include "cli/command/command.h"
#include "cli/command/console.h"

namespace semilin::cli {

struct SuggestArguments {
  bool spreadsheet = false;  ///< no cell of text is a formula
  std::string model;         // empty: none
  Source source = {.path = {}, .purpose = Purpose::Suggest};  ///< DATA
  std::string to, output = "-";
  SuggestRequest request;
  bool may_be_none = false;  ///< rows; every one may have a label
  bool quiet = false;
};

/// How rows are drawn, except the settings `without`, and DATA is read.
void add_suggest_options(CLI::App& command, SuggestArguments& arguments,
                         const std::vector<std::string>& without = {});

/// DATA, the model, if one is named, and what suggest_report says of them.
struct Suggested {
  Corpus corpus;
  std::optional<Model> model;
  Json report;
};

/// Reads, suggests, and prints to standard error from how many rows. Throws
/// DataError.
[[nodiscard]] Suggested suggested(const SuggestArguments& arguments);

/// Writes a report to arguments.output, as a table in the format arguments.to
/// or that of its name.
void write_suggested(const Json& report, const SuggestArguments& arguments);

/// A word, in quotes if it is a phrase.
[[nodiscard]] inline std::string in_table(const std::string& word) {
  return word.find_first_of(" ,") == word.npos ? word : '"' + word + '"';
}

}  // namespace semilin::cli
