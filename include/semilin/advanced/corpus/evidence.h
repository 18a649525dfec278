// Labels and seed words that are added to a corpus after it was read.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/corpus.h"
#include "semilin/io/svmlight.h"
#include "semilin/linear/model.h"
#include "semilin/text/documents.h"
#include "semilin/text/seed_words.h"

namespace semilin {

/// True for a file of labels that is a table, by its name: .csv, .tsv, .tab,
/// .jsonl, .ndjson, .json, in any case, each with .gz or without.
[[nodiscard]] bool is_label_table(const std::string& path);

/// A row of such a table.
struct TableLabel {
  std::string id;     ///< id of the row of the data, or a text (by_text)
  Index line = 0;     ///< line of the table
  std::string label;  ///< empty: none
  bool set = false;   ///< see DocumentBatch::sets
  /// Probability with which it was drawn; 0: not known.
  double probability = 0;
  /// that of the column text (see Corpus::fingerprints); 0: there is none
  std::uint64_t fingerprint = 0;
  /// "none" (of the classes) or "unsure": the row is to be left out
  std::string answer = {};
  /// The label was decided where annotators disagree, and counts above theirs.
  bool decided = false;
  std::string annotator = {};  ///< who gave the label; empty: not known
  std::string chosen = {};     ///< how semilin suggest chose the row
  std::string text = {};       ///< content of the column text
  bool by_text = false;        ///< the table has no ids: the id is the text
  Index replaced = 0;          ///< other labels of the same id in lines above

  /// False if it is empty, or takes back what was said before.
  [[nodiscard]] bool says() const { return !label.empty() || !answer.empty(); }
  /// A decision that was not taken back.
  [[nodiscard]] bool settles() const { return decided && says(); }
};
/// Calls `use` with the last row of each id and annotator, and the last
/// decision on each id, in the order of the table. `rules` define what a label
/// means. In a table without ids the texts stand for them. Throws DataError.
void for_each_opinion(const std::string& path, const TableColumns& rules,
                      const std::function<void(const TableLabel&)>& use);
/// Calls `use` once for each id, with the last row that has a label or an
/// answer, or that was decided. Throws DataError.
void for_each_label(const std::string& path, const TableColumns& rules,
                    const std::function<void(const TableLabel&)>& use);

/// Gives the rows the labels of the table: its columns id and label, an empty
/// label for none. Rows with an answer instead have no label and cost 0, which
/// leaves them out of training; but the answer "none" is the class
/// corpus.source.none, if that has a name. Where it has the columns chosen and
/// probability, as suggest writes them, rows with a label were drawn with that
/// probability. In rows that are no documents a number is the class of that
/// number. In a table without ids a label is that of all documents of its text,
/// and `doubt` is called with how many there are. `doubt` is called for labels
/// that replace others, and for a table without labels. Throws DataError for an
/// id that no row has, and for a place in a file whose text differs from that
/// in the table's column text.
void take_label_table(
    const std::string& path, const TableColumns& rules, Corpus& corpus,
    const std::function<void(const std::string&)>& doubt = {});

/// Adds the classes of the words to the data, and makes seeds of the words;
/// `names` are the names of the features if the corpus has no vocabulary. A
/// class is dropped if no row has its label or one of its words. The voters of
/// the corpus, if any, are heard beside the words. Returns warnings about words
/// that are of little use, and about voters. Does nothing without words.
std::vector<std::string> take_words(std::vector<ClassWords> words,
                                    const std::vector<std::string>& names,
                                    Corpus& corpus, int threads = 0);

/// A voter's vote on a row.
struct NamedVote {
  Index row = 0;          ///< row of the data
  std::size_t voter = 0;  ///< position in NamedVotes::voters
  std::string label;      ///< the class, a normal_name
};
/// Voters, and their votes in any order, one at most on each row.
struct NamedVotes {
  std::vector<std::string> voters;  ///< their names
  std::vector<NamedVote> votes;     ///< votes of all voters
  bool chosen = false;              ///< all are voters, whatever they say
  /// Classes that are known beside those of labels, such as those of words.
  std::vector<std::string> classes = {};
};
/// Adds the voters and the classes that they name to the corpus. A name that
/// means abstaining, such as nan, is no class, and voters whose names nobody
/// else knows are left out, unless they were chosen. Returns warnings about
/// these.
std::vector<std::string> add_voters(NamedVotes votes, Corpus& corpus);
/// Gives rows without a label the labels that follow from the corpus' votes and
/// from those of seed words (labels_of_votes). Returns warnings about voters
/// that are no better than chance or vote like others. Does nothing without
/// voters.
std::vector<std::string> hear_voters(Corpus& corpus, int threads = 0,
                                     const CorpusVotes& words = {});
/// add_voters and hear_voters.
std::vector<std::string> take_votes(NamedVotes votes, Corpus& corpus,
                                    int threads = 0);
/// Sets Corpus::vote_scores of rows that the model is to predict. Returns a
/// warning about voters that it does not know. Throws DataError for a model
/// without voters or calibration, and for classes that it does not have.
std::vector<std::string> take_votes(NamedVotes votes, const ModelHead& model,
                                    Corpus& corpus);

/// The words as a JSON object {"class": ["word", ...], ...}.
[[nodiscard]] std::string to_json(const std::vector<ClassWords>& words);
/// The words in such an object; empty: no words.
[[nodiscard]] std::vector<ClassWords> words_from_json(const std::string& json);
/// The words in a model's info, if it has any.
[[nodiscard]] std::vector<ClassWords> words_of_model(const ModelHead& model);

/// The attachment in which a store keeps Corpus::seed_words.
inline constexpr const char* kSeedWordsKey = "seed_words";
/// True if only a store's rows are read, with their own labels.
[[nodiscard]] bool keeps_labels(const ReadOptions& read);

}  // namespace semilin
