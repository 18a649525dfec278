// The terms that documents are measured by, and their weights.
#ifndef SEMILIN_TEXT_VOCABULARY_H_
#define SEMILIN_TEXT_VOCABULARY_H_

#include <string>
#include <vector>

#include "semilin/base/archive.h"
#include "semilin/base/index.h"
#include "semilin/base/option.h"

namespace semilin {

/// What counts as a word.
struct WordOptions {
  Index min_length = 2;  ///< code points, after normalisation
};

/// Which words become terms.
struct VocabularyOptions {
  WordOptions words = {};  ///< how words are cut from a text
  /// A term occurs in at least so many documents. A word of one document
  /// cannot link it to any other, so that nothing is lost by the default.
  Index min_documents = 2;
  /// A term occurs in at most this fraction of the documents. A word of all
  /// documents has the weight 0 and is left out whatever this says.
  double max_fraction = 1;
};

/// Names every option; see base/option.h.
template <MaybeConst<VocabularyOptions> Options, class Visit>
void describe(Options& options, Visit&& visit) {
  visit("min-documents", options.min_documents, kPositive,
        "a term occurs in at least N documents");
  visit("max-fraction", options.max_fraction, kFraction,
        "a term occurs in at most this fraction of the documents");
  visit("min-length", options.words.min_length, kPositive,
        "a word has at least N letters, marks and digits");
}

/// Made from the training documents, used for all later ones.
struct Vocabulary {
  /// Column j stands for terms[j]. The most frequent come first, so that the
  /// weights that products touch most lie together; among equals the order is
  /// that of their bytes.
  std::vector<std::string> terms;
  /// idf[j] = log(N / df_j), df_j the documents that hold term j.
  std::vector<double> idf;
  /// N, the number of documents counted.
  Index documents = 0;
  /// How words are cut from a text.
  WordOptions words = {};
};

/// Throws std::invalid_argument unless terms differ and are in order, sizes
/// agree and weights are positive and finite.
void require_valid(const Vocabulary& vocabulary);

/// The vocabulary as kind "text-vocabulary".
[[nodiscard]] Archive to_archive(const Vocabulary& vocabulary);
/// The vocabulary again. Throws DataError for an archive that is none.
[[nodiscard]] Vocabulary vocabulary_from_archive(const Archive& archive);

/// Says whether an archive (e.g. the attachments of a model) is a vocabulary.
[[nodiscard]] bool holds_vocabulary(const Archive& archive);

}  // namespace semilin

#endif  // SEMILIN_TEXT_VOCABULARY_H_
