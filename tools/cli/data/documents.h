// Turning raw documents into rows, with a vocabulary that is learnt or given.
#ifndef SEMILIN_TOOLS_CLI_DATA_DOCUMENTS_H_
#define SEMILIN_TOOLS_CLI_DATA_DOCUMENTS_H_

#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "semilin/io/svmlight.h"
#include "semilin/linear/model.h"
#include "semilin/matrix/dataset.h"
#include "semilin/text/documents.h"
#include "semilin/text/vocabulary.h"

namespace semilin::cli {

/// How DATA are read, if they are documents, and what stands beside them.
struct TextInput {
  bool text = false;  ///< DATA holds documents in any case
  std::string format = "auto";
  TableColumns columns;
  std::string vectors;  ///< a file of vectors, one a row; empty: none
  int threads = 0;
  bool quiet = false;          ///< no warnings about the documents
  bool expects_labels = true;  ///< warns of tables without labels, too
  Progress progress = {};      ///< reports the documents read

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

/// Rows and their ids; without ids they are called by their numbers.
struct Documents {
  Dataset data;
  std::vector<std::string> ids = {};
  std::vector<Index> lines = {};  ///< as DocumentBatch's; empty: no documents
  std::vector<std::string> other_columns = {};  ///< see DocumentDoubts
  /// The probability with which each row was drawn to be labelled, 0 where it
  /// is not known; empty: no row has one.
  std::vector<double> drawn = {};
  Archive vocabulary = {};  ///< of the terms, if the features are terms
};

/// Drops the classes that are not `kept`, whose rows become unlabelled; returns
/// the new position of each, kUnlabeled for those dropped.
std::vector<std::int32_t> keep_classes(const std::vector<bool>& kept,
                                       Dataset& data);

/// True if only a store's rows are read, with their own labels.
[[nodiscard]] bool keeps_labels(const ReadOptions& read);

/// How the documents that a model is trained on were read, for the model's
/// info: what differs in `input` from the default; null if nothing does.
[[nodiscard]] nlohmann::ordered_json columns_of(const TextInput& input);
/// Takes over what columns_of gave where `input` has the default.
void recall_columns(const ModelHead& model, TextInput& input);

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

/// read_dataset({path}, read). Documents on standard input cannot be
/// recognised, which messages explain.
[[nodiscard]] Dataset read_plain_rows(const std::string& path,
                                      const ReadOptions& read);

/// Calls `use` with the rows that read_rows gives for a model, in order, some
/// at a time and without labels; `first` is the number of the first.
void for_each_rows(
    const std::string& path, TextInput input, ReadOptions read,
    const ModelHead& model, const std::string& model_path,
    const std::function<void(Index first, Documents& rows)>& use);
/// The lines of a text: what the features of rows are called.
[[nodiscard]] std::vector<std::string> read_feature_names(
    const std::string& path);

/// The vocabulary in a file of its own, in a store or in a model. Throws
/// DataError.
[[nodiscard]] Vocabulary read_vocabulary(const std::string& path);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_DATA_DOCUMENTS_H_
