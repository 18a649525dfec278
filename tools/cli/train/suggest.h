// Rows to label next, and words that may tell classes, for semilin suggest and
// semilin label.
#pragma once

#include <string>
#include <vector>

#include "semilin/corpus.h"
#include "semilin/learn/suggest.h"
#include "semilin/text/vocabulary.h"

#include "cli/command/command.h"
#include "cli/command/console.h"

namespace semilin::cli {

struct SuggestArguments {
  bool spreadsheet = false;  ///< no cell of text is a formula
  std::string model;         // empty: none
  Source source = {.path = {}, .purpose = Purpose::Suggest};  ///< DATA
  std::string to, output = "-";
  SuggestOptions options;
  Index words = 0;  ///< number for each class, instead of rows or beside them
  bool may_be_none = false;  ///< rows; every one may have a label
  /// The seed words as they were read, {"class": ["word", ...], ...}.
  Json given = Json::object();
  bool quiet = false;
};

/// How rows are drawn and DATA is read.
void add_suggest_options(CLI::App& command, SuggestArguments& arguments);

/// One object per row: id, label (empty), guess (without a model empty),
/// chosen, probability, reason, and text where there is text; with
/// arguments.words also "sure", the probability of the guess, if the model has
/// probabilities, and for label sets a list as guess.
struct SuggestedRows {
  std::vector<Json> records;
  std::vector<std::string> classes;  ///< or the labels of sets
  /// Words that were given or are suggested, {"class": ["word", ...], ...}.
  Json given = Json::object();
  Json suggested = Json::object();
};

/// Draws them and prints to standard error from how many. Throws DataError.
[[nodiscard]] SuggestedRows suggested_rows(const SuggestArguments& arguments);

/// Likewise, with rows in memory and a model, or null; none if every row has a
/// label.
[[nodiscard]] SuggestedRows suggested_rows(const SuggestArguments& arguments,
                                           const Model* model,
                                           const Corpus& corpus,
                                           const Progress& progress);

/// Words of each class instead, one object for each.
[[nodiscard]] SuggestedRows suggested_words(const SuggestArguments& arguments);

/// Writes them as a table to arguments.output, in the format arguments.to or
/// that of its name.
void write_suggested(SuggestedRows rows, const SuggestArguments& arguments);

// Words that may tell classes (suggest_words.cc).

struct ClassWord {
  std::string name;     ///< of the class
  std::string word;     ///< or a phrase
  bool given = false;   ///< otherwise it is suggested
  Index documents = 0;  ///< that hold it
  double share = 0;     ///< of these, what has the class; of suggested words
};

/// The words that were given for each class, followed by arguments.words others
/// that suggest_terms finds among the terms that mean themselves. It goes by
/// the labels of the rows, and where there is none by what the model predicts.
/// The model must have a vocabulary.
[[nodiscard]] std::vector<ClassWord> words_to_confirm(
    const SuggestArguments& arguments, const Model& model,
    const Corpus& corpus);

/// A word, in quotes if it is a phrase.
[[nodiscard]] std::string in_table(const std::string& word);

/// The words in the page of semilin label: {"class": [["word", whether it is
/// given], ...], ...}, those given first.
[[nodiscard]] Json chips(const Json& given, const Json& suggested);

}  // namespace semilin::cli
