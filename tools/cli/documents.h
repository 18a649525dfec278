// Raw documents as rows, by a vocabulary that is learnt from them or given.
#ifndef SEMILIN_TOOLS_CLI_DOCUMENTS_H_
#define SEMILIN_TOOLS_CLI_DOCUMENTS_H_

#include <functional>
#include <string>
#include <vector>

#include "semilin/io/svmlight.h"
#include "semilin/linear/model.h"
#include "semilin/matrix/dataset.h"
#include "semilin/text/documents.h"
#include "semilin/text/vocabulary.h"

namespace semilin::cli {

/// How documents are read.
struct TextInput {
  bool text = false;  ///< DATA holds documents, whatever it looks like
  std::string format = "auto";
  TableColumns columns;
  int threads = 0;
  Progress progress = {};  ///< told of the documents read

  /// True if `path` is to be read as documents: when asked for, or a table.
  [[nodiscard]] bool takes(const std::string& path) const;
};

/// Refuses a table of documents where rows are needed. Throws DataError.
void require_rows(const std::string& path);

/// Files of documents; the labels in those of `unlabeled` are ignored.
struct TextFiles {
  std::vector<std::string> paths;
  std::vector<std::string> unlabeled = {};
};

/// Rows, and what they are called; no ids: by their numbers.
struct Documents {
  Dataset data;
  std::vector<std::string> ids = {};
  /// Per row the probability that it was drawn to be labelled, 0 where that is
  /// not known; empty: of none.
  std::vector<double> drawn = {};
};

/// True if a store's rows are all that is read, with their own labels.
[[nodiscard]] bool keeps_labels(const ReadOptions& read);

/// True for a file of labels that is a table, by its name: .csv, .tsv, .jsonl,
/// each with .gz or without.
[[nodiscard]] bool is_label_table(const std::string& path);
/// Takes such files out of read.label_files.
[[nodiscard]] std::vector<std::string> split_label_tables(ReadOptions& read);

/// A row of such a table.
struct TableLabel {
  std::string id;
  std::string label;       ///< empty: none
  double probability = 0;  ///< that it was drawn; 0: not said
};
/// Calls `use` with the last one of each id, in the order of the first ones.
/// Throws DataError.
void for_each_label(const std::string& path,
                    const std::function<void(const TableLabel&)>& use);

/// Gives the rows the labels of the table: its columns id and label, an empty
/// label for none. Where it has the columns chosen and probability, as suggest
/// writes them, rows with a label were drawn with that probability. Throws
/// DataError for an id that no row has.
void take_label_table(const std::string& path, Documents& documents);

/// Documents and the vocabulary that they were measured by.
struct Corpus {
  Vocabulary vocabulary;
  Documents documents;
};

/// Learns the vocabulary. Throws DataError if no word is a term.
[[nodiscard]] Corpus learn_corpus(const TextFiles& files,
                                  const TextInput& input,
                                  const VocabularyOptions& options);

/// The documents in the terms of the vocabulary.
[[nodiscard]] Documents read_documents(const TextFiles& files,
                                       const TextInput& input,
                                       const Vocabulary& vocabulary);

/// The documents of `path` in the terms of the model's vocabulary. Throws
/// DataError if the model, read from `model_path`, carries none.
[[nodiscard]] Documents read_documents(const std::string& path,
                                       const TextInput& input,
                                       const ModelHead& model,
                                       const std::string& model_path);

/// Calls `use` with the documents of `path`, some at a time, which may be moved
/// from.
void for_each_batch(const std::string& path, const TextInput& input,
                    const std::function<void(DocumentBatch& batch)>& use);

/// Calls `use` with each document of `path` in turn: its row and its text,
/// which may be moved from.
void for_each_text(
    const std::string& path, const TextInput& input,
    const std::function<void(Index row, std::string& text)>& use);

/// The rows of `path`, of documents, text or a store, with the labels of
/// tables: in the model's features, or without one in their own, which for
/// documents are the terms of vectorize, if any.
[[nodiscard]] Documents read_rows(const std::string& path, TextInput input,
                                  ReadOptions read, const ModelHead& model,
                                  const std::string& model_path);
[[nodiscard]] Documents read_rows(const std::string& path, TextInput input,
                                  ReadOptions read);

/// The vocabulary in a file of its own, in a store or in a model. Throws
/// DataError.
[[nodiscard]] Vocabulary read_vocabulary(const std::string& path);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_DOCUMENTS_H_
