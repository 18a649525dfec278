// Data of any kind and everything that belongs to them: documents or rows,
// labels in tables, vectors, votes, seed words.
//
//   const Corpus news = read_corpus({"news.csv"});
//   write_model(run(news).model, "news.model");  // semilin/run.h
//
//   const Model model = read_model("news.model");
//   const Corpus more = read_corpus({"more.csv"}, model);
//   const auto labels = predict(model, scores(model, more));
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semilin/base/archive.h"
#include "semilin/base/index.h"
#include "semilin/base/option.h"
#include "semilin/base/progress.h"
#include "semilin/base/ranks.h"
#include "semilin/io/svmlight.h"
#include "semilin/learn/model.h"
#include "semilin/learn/model_file.h"
#include "semilin/learn/train.h"
#include "semilin/learn/voters.h"
#include "semilin/matrix/dataset.h"
#include "semilin/text/documents.h"
#include "semilin/text/vocabulary.h"

namespace semilin {

/// The purpose for which data are read.
enum class Purpose {
  Train,    ///< two classes must be known; a class without evidence is dropped
  Suggest,  ///< labels may be missing; documents must have ids of their own
  Read,     ///< rows and labels as they are
};
/// All of them.
inline constexpr std::array kPurposes = {Purpose::Train, Purpose::Suggest,
                                         Purpose::Read};
/// "train", "suggest", "read".
[[nodiscard]] std::string_view to_string(Purpose purpose);

/// The files of the data, and how they are read.
struct Source {
  /// Documents, svmlight text, a matrix (.npy) or a store; "-" is standard
  /// input.
  std::string path;
  std::vector<std::string> more = {};  ///< further files of documents
  Purpose purpose = Purpose::Train;    ///< what the data are read for
  /// Threads, progress, and how rows are read. A file of labels may be a table
  /// (is_label_table) with the columns id and label, which documents need.
  ReadOptions read = {};
  bool text = false;  ///< the files hold documents, whatever they look like
  /// All but Auto say that the files hold documents.
  TextFormat format = TextFormat::Auto;
  TableColumns columns = {};  ///< columns of a table
  /// A .npy file with a vector for each row; empty: none.
  std::string vectors = {};
  /// The vocabulary of documents: a vocabulary file, a store or a model; for
  /// seed words of rows also a file of the features' names, one per line.
  /// Empty: the store's own, or one that is learned with `terms`.
  std::string vocabulary = {};
  VocabularyOptions terms = {};  ///< options of a vocabulary that is learned
  /// Seed words: a file (read_seed_words), "names" (of the classes), "none", or
  /// empty: those of the store or the model, if any.
  std::string seed_words = {};
  /// Classes of the words, beside those of labels; beside a single class that
  /// has labels, what the others are called.
  std::vector<std::string> classes = {};
  /// A table of votes (.csv, .tsv, .jsonl): the column id, and one of class
  /// names for each voter, empty where it abstains. Rows without a label get
  /// the labels that follow (labels_of_votes); rows that a model predicts get
  /// Corpus::vote_scores. Empty: none.
  std::string votes = {};
  /// The columns of `votes` that are voters; empty: those whose names labels,
  /// words or other columns have.
  std::vector<std::string> voters = {};
  /// "OLD=NEW": what classes of labels, words and votes are called instead.
  std::vector<std::string> rename = {};
  /// A file with names of classes that are numbers: NUMBER<TAB>NAME, one a line
  /// (tables with commas and a header, and objects of JSON alike), or the names
  /// alone, in the order of their numbers. Empty: none.
  std::string class_names = {};
  /// The class of rows for which a table of labels has the answer "none" (of
  /// these). Empty: they are left out.
  std::string none = {};
  std::string row_weights = {};  ///< a file with a cost for each row
  bool ids = true;               ///< whether to read the ids of a store
  /// If there are several, the files hold this rank's part of the rows, in the
  /// features and classes of all.
  Ranks ranks = {};
  /// Called with each doubt of Corpus::doubts as soon as there is one.
  std::function<void(const std::string&)> doubt = {};

  /// True if the files are read as documents.
  [[nodiscard]] bool holds_documents() const;
};

/// Names the options that a user has, but for the paths; see base/option.h.
template <MaybeConst<Source> Given, class Visit>
void describe(Given& source, Visit&& visit) {
  visit("purpose", source.purpose, kPurposes,
        "train: two classes must be known; suggest: labels may be missing; "
        "read: rows and labels as they are");
  visit("text", source.text, kFlag,
        "DATA holds lines label<TAB>text, or folders");
  visit("format", source.format, kTextFormats,
        "auto (by name and first lines), labeled (label<TAB>text), plain, "
        "folders, csv, tsv, jsonl or fasttext");
  describe(source.columns, visit);
  visit("vectors", source.vectors, kFile,
        "a vector for each document of DATA (NumPy's .npy)");
  describe(source.read, visit);
  visit("seed-words", source.seed_words, Text{"WORDS"},
        "words of each class: a file (class, words) or names");
  visit("classes", source.classes, Text{"NAME,...", true},
        "names of the classes that labels do not name");
  visit("votes", source.votes, kFile,
        "a table: id, and for each voter a column of classes");
  visit("voters", source.voters, Text{"NAMES", true},
        "columns of votes (default: all that name classes)");
  visit("rename", source.rename, Text{"OLD=NEW,...", true},
        "rename classes, or merge them under one name");
  visit("class-names", source.class_names, kFile,
        "names of classes that are numbers: NUMBER<TAB>NAME a line");
  visit("none", source.none, Text{"NAME"},
        "class of the answers 'none', which are left out otherwise");
  visit("row-weights", source.row_weights, kFile,
        "costs of the documents, one number per line");
  visit("vocabulary", source.vocabulary, kFile,
        "the vocabulary (of a vocabulary, store or model), which travels with "
        "the model (default: the store's own); or the features' names for the "
        "option seed_words, one a line");
  describe(source.terms, visit);
}

/// Possible faults of labels.
struct LabelDoubts {
  Index replaced = 0;  ///< labels that a later line or table contradicts
  /// Classes of one row, beside larger ones.
  std::vector<std::string> single = {};
  /// Tables in which no label is filled in.
  std::vector<std::string> empty_tables = {};
};
/// {"replaced", "single", "empty_tables"}, a JSON object.
[[nodiscard]] std::string to_json(const LabelDoubts& doubts);

/// The votes on the rows of a corpus; their labels are positions in `classes`.
struct CorpusVotes : Voters {
  std::vector<std::string> classes;  ///< those that votes name
};

/// Data, and what is known about their rows.
struct Corpus {
  Dataset data;             ///< rows, labels and costs
  Archive vocabulary = {};  ///< vocabulary, if features are terms
  bool read_words = false;  ///< whether the vocabulary is new, and of words
  std::vector<std::string> ids = {};  ///< empty: rows are called by numbers
  std::vector<Index> lines = {};  ///< lines, as in DocumentBatch; empty: none
  /// The probability with which each row was drawn to be labeled, 0 where it
  /// is not known; empty: no row has one.
  std::vector<double> drawn = {};
  CorpusVotes voters = {};  ///< votes of Source::votes
  VoteFigures votes = {};   ///< figures of these
  /// What votes add to the model's scores, rows x outputs; empty: nothing.
  std::vector<double> vote_scores = {};
  SeedRows seeds = {};                      ///< see TrainOptions::seeds
  std::vector<ClassWords> seed_words = {};  ///< words of the seeds
  std::string columns = {};                 ///< how they were read: columns_of
  /// A hash of the beginning of each text that is named by its place in a file
  /// (0: another row), which shows that a table of labels belongs to other
  /// texts. Empty: no row has one.
  std::vector<std::uint64_t> fingerprints = {};
  /// A hash of each text, by which a table of labels without ids finds it.
  /// Empty: there is no table.
  std::vector<std::uint64_t> text_hashes = {};
  /// The texts of the rows that for_each_batch gives, if they are documents.
  std::vector<std::string> texts = {};
  Source source = {};  ///< files that were read; no path: rows of a program
  std::vector<std::string> doubts = {};  ///< sentences: what may be wrong
  LabelDoubts label_doubts = {};         ///< figures of the doubts about labels

  /// Whether the rows are documents.
  [[nodiscard]] bool has_texts() const { return !vocabulary.kind.empty(); }
  /// What people call so many rows.
  [[nodiscard]] std::string noun(Index count = 2) const {
    return std::string(has_texts() ? "document" : "row") +
           (count == 1 ? "" : "s");
  }
  /// The id of a row, otherwise its number from 1, where the rows of the corpus
  /// follow `before` others.
  [[nodiscard]] std::string name_of(Index row, Index before = 0) const {
    return ids.empty() ? std::to_string(before + row + 1) : ids[row];
  }
};

/// Reads everything. Throws DataError, and std::invalid_argument for a source
/// that contradicts itself.
[[nodiscard]] Corpus read_corpus(Source source);
/// Reads data for a model: in its features, by its columns, and for Suggest
/// with its seed words; Train means Read here. Errors call the model `name`.
/// Throws DataError if it needs a vocabulary and has none.
[[nodiscard]] Corpus read_corpus(Source source, const Model& model,
                                 const std::string& name = "model");

/// Calls `use` with the rows that read_corpus gives for a model, without
/// labels, in order and some at a time; `first` is the number of their first
/// row.
void for_each_batch(Source source, const Model& model, const std::string& name,
                    const std::function<void(Index first, Corpus& some)>& use);

/// The model's scores of rows that were read for it, each with what votes say
/// of the row: for each vote log P(the voter names this class | class), as
/// the training found it, over the calibration's slope, so that probabilities
/// are those of naive Bayes over votes and text. A voter that abstains says
/// nothing of a new row. Otherwise as scores of CsrStore.
[[nodiscard]] std::vector<double> scores(const Model& model, const Corpus& rows,
                                         int threads = 0, Index first = 0);

/// Calls `use` with each document in turn: its row and its text, which may be
/// moved from.
void for_each_text(
    const Source& source,
    const std::function<void(Index row, std::string& text)>& use);

/// The texts of these rows by their numbers, in UTF-8; none of rows and of
/// standard input.
[[nodiscard]] std::unordered_map<Index, std::string> read_texts(
    const Source& source, std::span<const Index> rows);

/// The part of a source that a model remembers, as JSON: its layout, that is
/// TableColumns, the format, what means unlabeled, and how numbers are read.
/// Empty: all of it is the default.
[[nodiscard]] std::string columns_of(const Source& source);
/// Adds Corpus::columns to a model's info, a JSON object, for recall_columns.
[[nodiscard]] std::string with_columns(const std::string& info,
                                       const std::string& columns);
/// Copies what the model remembers into the source, where the source has a
/// default; that the files hold documents only where they do not look like
/// rows, and the format where the file's name tells none. Functions that are
/// given a model do this themselves.
void recall_columns(const ModelHead& model, Source& source);

}  // namespace semilin
