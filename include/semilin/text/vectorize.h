// Turning documents into rows of features: (1 + log tf) log(N / df), of unit
// length.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/matrix/csr.h"
#include "semilin/text/vocabulary.h"

namespace semilin {

class WordTable;
template <class Value>
struct GrowingRows;

/// A row per document: x_j = v_j / |v|, v_j = (1 + log tf_j) idf_j, where tf_j
/// counts the term j in the document (or another Weighting). Words outside the
/// vocabulary are ignored; a document without terms gives an empty row. A row
/// depends on its own document alone, whatever the threads (0: all available).
[[nodiscard]] CsrStore vectorize(std::span<const std::string> documents,
                                 const Vocabulary& vocabulary, int threads = 0);

/// Does what vectorize does for documents that come in batches.
class Vectorizer {
 public:
  /// Borrows the vocabulary.
  explicit Vectorizer(const Vocabulary& vocabulary, int threads = 0);
  ~Vectorizer();

  /// Appends a row per document to the result.
  void add(std::span<const std::string> documents);
  /// The rows of all documents added; leaves the object empty.
  [[nodiscard]] CsrStore take_rows();

 private:
  const Vocabulary* vocabulary_;
  int threads_;
  std::unique_ptr<WordTable> table_;
  std::unique_ptr<GrowingRows<float>> rows_;
};

/// The result of learning from documents.
struct TextFeatures {
  Vocabulary vocabulary;  ///< vocabulary of the documents
  CsrStore rows;          ///< equal to vectorize(documents, vocabulary)
};

/// What is known of documents before their vocabulary is.
struct KnownDocuments {
  /// Whether each document has a label; empty: none has one. If most have, all
  /// terms of these stay.
  std::vector<bool> labeled = {};
  /// Seed words: words that are terms if any document holds them, and phrases,
  /// which become terms of their own.
  std::vector<std::string> words = {};
};

/// Numbers words first, since the vocabulary is known only at the end. It holds
/// 4 bytes for each word of a document, and each word once, but not the texts.
class VocabularyBuilder {
 public:
  /// threads 0: all available; never changes the result.
  explicit VocabularyBuilder(const VocabularyOptions& options = {},
                             int threads = 0);
  ~VocabularyBuilder();

  /// Counts the words of these documents.
  void add(std::span<const std::string> documents);
  [[nodiscard]] Index documents() const;  ///< Documents added so far.
  /// The vocabulary and the rows of all documents added; leaves the object
  /// empty. The vocabulary may be empty.
  [[nodiscard]] TextFeatures finish(const KnownDocuments& known = {});

 private:
  struct Counts;
  VocabularyOptions options_;
  int threads_;
  std::unique_ptr<Counts> counts_;
};

/// Learns the vocabulary of documents that are all in memory.
[[nodiscard]] TextFeatures learn_vocabulary(
    std::span<const std::string> documents,
    const VocabularyOptions& options = {}, int threads = 0);

}  // namespace semilin
