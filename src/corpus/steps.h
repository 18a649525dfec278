// The steps in which a corpus is read, in the order of their files:
// documents.cc, rows.cc, labels.cc and label_doubts.cc, words.cc, beside.cc,
// voters.cc, vote_names.cc and vote_table.cc; and a run's numbers per class,
// class_values.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semilin/advanced/corpus/evidence.h"
#include "semilin/corpus.h"
#include "semilin/io/dataset_file.h"
#include "semilin/io/vector_file.h"
#include "semilin/linear/class_sizes.h"
#include "semilin/text/seed_words.h"

namespace semilin {

/// Called with a sentence.
using Doubt = std::function<void(const std::string&)>;

/// Takes texts in turn, which become rows.
using AddTexts = std::function<void(std::span<const std::string>)>;

/// Gives the corpus the labels, ids and other facts of the source's documents;
/// `add` takes their texts. A table without labels is a doubt if they are
/// expected; its unused columns are returned.
std::vector<std::string> read_documents(const Source& source,
                                        bool expects_labels,
                                        const AddTexts& add, const Doubt& doubt,
                                        Corpus& corpus);

/// Calls `use` with the documents of the path alone, and the share read.
void for_each_documents(
    const Source& source, const Doubt& doubt,
    const std::function<void(DocumentBatch& batch, double share)>& use);

/// Throws Interrupted if `progress` returns false.
void report_documents(const Progress& progress, std::size_t documents,
                      double seconds, double share);

/// The kind of the file; Text for "-", pipes and absent files.
[[nodiscard]] FileKind kind_of(const std::string& path);

/// read_dataset({path}, read). Documents on standard input cannot be
/// recognized, which messages explain.
[[nodiscard]] Dataset read_plain_rows(const std::string& path,
                                      const ReadOptions& read);
/// for_each_rows(path, read, use), likewise.
void for_each_plain_rows(const std::string& path, const ReadOptions& read,
                         const std::function<void(const CsrStore& rows)>& use);

/// The vocabulary in a file of its own, in a store or in a model. Throws
/// DataError.
[[nodiscard]] Vocabulary read_vocabulary(const std::string& path);
/// The model's. Throws DataError, which calls the model `name`, if it has none.
[[nodiscard]] Vocabulary vocabulary_of(const ModelHead& model,
                                       const std::string& name);

/// A class that looks like a word for unlabeled, or like a list; two spellings
/// of one number, among the `known` classes of a model, too; rows of
/// multi-label data that have no label.
void doubt_labels(const Dataset& data, const std::vector<std::string>& known,
                  const std::string& path, const Doubt& doubt);
/// Labels that a single row has, where most have several; none otherwise.
std::vector<std::string> single_labels(const Dataset& data,
                                       const std::string& path,
                                       const Doubt& doubt);
/// One row with two labels makes a whole file multi-label: few rows that have a
/// number of labels other than one.
void doubt_rare_sets(const Dataset& data, const Doubt& doubt);

/// A hash of the first letters of a text, without what programs for tables
/// change: blanks, line ends and quotes. 0: there are none.
[[nodiscard]] std::uint64_t fingerprint(std::string_view text);

/// The same of the whole text.
[[nodiscard]] std::uint64_t text_hash(std::string_view text);

/// Corpus::fingerprints of a batch.
[[nodiscard]] std::vector<std::uint64_t> fingerprints_of(
    const DocumentBatch& batch);

/// Finds the row of each line of a table by its id, or its number from 1. All
/// is borrowed.
class RowsByName {
 public:
  RowsByName(const Corpus& corpus, const std::string& table);
  /// Throws DataError for an id that not one row has, or another text.
  [[nodiscard]] Index row_of(const TableLabel& one) const;
  /// That row, or in a table without ids those of the text, if any.
  [[nodiscard]] std::vector<Index> rows_of(const TableLabel& one) const;

 private:
  [[noreturn]] void refuse(const TableLabel& one, const std::string& expected,
                           const std::string& found) const;
  [[nodiscard]] bool knows_text(const std::string& text) const;
  /// The id of the row that has the text, behind `before`; "" if none has.
  [[nodiscard]] std::string owner_of(std::uint64_t text,
                                     const char* before) const;

  const Corpus& corpus_;
  const std::string& table_;
  std::unordered_map<std::string, Index> rows_;
  std::vector<std::pair<std::uint64_t, Index>> texts_;  // ascending
};

/// How tables beside the data are read.
[[nodiscard]] TableColumns table_rules(const Source& source);

/// The new names of classes, by rules OLD=NEW.
class Renames {
 public:
  /// Throws std::invalid_argument.
  explicit Renames(const std::vector<std::string>& rules);
  /// Adds the names that the file has for numbers among `labels`. Throws
  /// DataError for a number without a name, and for names alone where these
  /// labels do not tell whether they count from 0 or 1.
  void add_names(const std::string& path,
                 const std::vector<std::string>& labels);
  /// The new name; the same if no rule is about it.
  [[nodiscard]] std::string operator()(const std::string& name) const;
  /// Renames the classes of labels, and merges those of one name.
  void rename(Dataset& data) const;

 private:
  std::unordered_map<std::string, std::string> new_names_;
};

/// Adds classes, those that the data have already as well.
void add_classes(std::vector<std::string> names, Dataset& data);

/// Takes the tables out of read.label_files.
[[nodiscard]] std::vector<std::string> split_label_tables(ReadOptions& read);

/// Refuses rows of which two have the same id. Throws DataError.
void require_own_ids(const Corpus& corpus, const std::string& path);

/// The words for a missing column of labels in messages, after "found".
[[nodiscard]] std::string without_labels(
    const std::vector<std::string>& other_columns);

/// The seed words of the source's file; none if it names no file.
[[nodiscard]] std::vector<ClassWords> given_words(const Source& source);

/// The source's `own` words, or if it names none those `kept` with its data.
/// With `named`, its vocabulary is a text of the features' names. Adds its
/// classes. Throws std::invalid_argument, DataError.
[[nodiscard]] std::vector<ClassWords> words_of_source(
    const Source& source, bool named, std::vector<ClassWords> own,
    std::vector<ClassWords> kept, Corpus& corpus);

/// A word or phrase that may tell a class.
struct WordOfClass {
  std::string name;     ///< of the class
  std::string word;     ///< or a phrase
  bool given = false;   ///< otherwise it is suggested
  Index documents = 0;  ///< that hold it
  double share = 0;     ///< of these, what has the class; of suggested words
};
/// The corpus' words of each class, followed by `count` others that
/// suggest_terms finds among the terms that mean themselves. It goes by the
/// labels of the rows, and where there is none by what the model predicts.
/// Throws DataError, std::invalid_argument.
[[nodiscard]] std::vector<WordOfClass> words_to_confirm(const Model& model,
                                                        const Corpus& corpus,
                                                        Index count,
                                                        int threads);

/// Rows whose label follows from votes are unlabeled again.
void forget_votes(Corpus& corpus);

/// Drops the classes that are not `kept`, whose rows become unlabeled.
void keep_classes(const std::vector<bool>& kept, Corpus& corpus);
/// Drops classes of empty rows, before words add some: they would attract every
/// row that resembles no other.
void drop_empty_classes(const std::string& path, const Doubt& doubt,
                        Corpus& corpus);
/// Where a single class has labels and other rows have none, adds these classes
/// without a label, or "other".
void add_other_class(const std::vector<std::string>& names, Corpus& corpus);
/// Throws DataError unless labels or words tell two classes, or one of two.
void require_two_classes(const Corpus& corpus, const std::string& path,
                         const std::vector<std::string>& other_columns);

/// The vectors of the rows of the data, if there are any.
class RowVectors {
 public:
  /// The file is `path`, or none if that is empty; the data are called `data`.
  /// `model` may be null; otherwise it was read from `model_path`. Throws
  /// DataError if it was trained without vectors and there are some, or with
  /// other ones.
  RowVectors(const std::string& path, std::string data, const ModelHead* model,
             const std::string& model_path);

  /// Puts vectors beside all rows, of the model's scale if there is a model.
  /// Throws DataError for another number of rows.
  void put_beside(Dataset& rows) const;
  /// The same for some rows, of which the first has the number `first`, in a
  /// model's columns.
  void put_beside(Dataset& rows, Index first) const;
  /// Throws DataError if there are vectors, but not `rows`.
  void require_rows(Index rows) const;

 private:
  std::optional<VectorFile> file_;
  std::string data_;
  VectorColumns columns_;  // those of the model
};

/// The costs in a file, one a line, if that is a name. Throws DataError.
void read_costs(const std::string& path, Dataset& data);

/// The number of features that rows have before vectors are put beside them.
[[nodiscard]] Index features_without_vectors(const ModelHead& model);

/// The row that a line of a table is about.
using FindRow = std::function<Index(const TableLabel&)>;

/// The votes of Source::votes: a column of ids and one of the classes that each
/// voter names, empty where it abstains. In a table that predict has written,
/// the column of labels is the vote. Throws DataError for a row that an earlier
/// line has, and for anything but the name of a class.
[[nodiscard]] NamedVotes read_votes(const Source& source,
                                    const FindRow& row_of);

/// Drops columns that are no voters: most of their cells hold what is not
/// `known`, and what no other column names. Returns a sentence about them; ""
/// if there are none, or the voters were chosen.
std::string drop_strange_voters(const std::vector<std::string>& known,
                                const Dataset& data, NamedVotes& votes);
/// Drops votes that name no class: nan, none, null, abstain in any case, and -1
/// beside 0 or words, unless they are `known`. Returns a sentence about them,
/// or
/// "".
std::string drop_abstentions(const std::vector<std::string>& known,
                             const Dataset& data, NamedVotes& votes);
/// A question about a class that may mean abstaining, or "".
[[nodiscard]] std::string doubt_abstention(
    const std::vector<std::string>& known, const Dataset& data,
    const NamedVotes& votes);

/// Throws DataError, which calls the votes `votes`, for classes that the model
/// does not have.
void require_known(const std::vector<std::string>& classes,
                   const ModelHead& model, const std::string& votes);

/// The votes of Source::votes, if any, on rows that a model predicts.
class NewVotes {
 public:
  /// Throws DataError, which calls the model `name`, if it has no voters or no
  /// calibration; `doubt` is called for voters that it does not know.
  NewVotes(const Source& source, const ModelHead& model,
           const std::string& name, const Doubt& doubt);
  /// Sets Corpus::vote_scores of some rows, of which the first has the number
  /// `first`.
  void put_beside(Corpus& some, Index first);
  /// Throws DataError for an id that no row had.
  void require_found() const;

 private:
  struct Line {
    std::string id;
    Index number = 0;
    std::uint64_t text = 0;  // fingerprint
    bool found = false;
  };
  std::string path_, example_;  // a row's id
  std::size_t width_;           // outputs of the model
  std::vector<Line> lines_;
  std::unordered_map<std::string, std::size_t> places_;  // lines by id
  std::vector<double> outputs_;                          // lines x outputs
};

/// The class sizes that RunOptions::class_sizes spells; empty: an estimate.
/// Throws std::invalid_argument.
[[nodiscard]] ClassSizeOptions class_size_options(const std::string& text,
                                                  const Dataset& data);

/// The weights that RunOptions::class_weight spells; empty: none. Multi-label
/// data: the weights of the rows that have a label, in that label's problem.
/// Throws std::invalid_argument.
[[nodiscard]] std::vector<double> class_weights(const std::string& text,
                                                const Dataset& data);

}  // namespace semilin
