// The terms that documents are measured by, and their weights.
#ifndef SEMILIN_TEXT_VOCABULARY_H_
#define SEMILIN_TEXT_VOCABULARY_H_

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/base/archive.h"
#include "semilin/base/index.h"
#include "semilin/base/option.h"

namespace semilin {

/// Whose word endings are cut off, by Snowball's rules (libstemmer).
enum class Stemmer {
  None,
  Arabic,
  Danish,
  Dutch,
  English,
  Finnish,
  French,
  German,
  Greek,
  Hungarian,
  Italian,
  Norwegian,
  Portuguese,
  Romanian,
  Russian,
  Spanish,
  Swedish,
  Turkish
};
/// All of them.
inline constexpr std::array kStemmers = {
    Stemmer::None,       Stemmer::Arabic,   Stemmer::Danish,
    Stemmer::Dutch,      Stemmer::English,  Stemmer::Finnish,
    Stemmer::French,     Stemmer::German,   Stemmer::Greek,
    Stemmer::Hungarian,  Stemmer::Italian,  Stemmer::Norwegian,
    Stemmer::Portuguese, Stemmer::Romanian, Stemmer::Russian,
    Stemmer::Spanish,    Stemmer::Swedish,  Stemmer::Turkish};
/// "none", "english", ...
[[nodiscard]] std::string_view to_string(Stemmer stemmer);

/// What a document says of a term that it holds c times.
enum class Weighting {
  Sublinear,  ///< 1 + log c
  Counts,     ///< c
  Bm25,       ///< 2.2 c / (c + 1.2 (1/4 + 3/4 length / mean length)), where
              ///< lengths count terms (Robertson et al., TREC-3, 1994)
};
/// All of them.
inline constexpr std::array kWeightings = {Weighting::Sublinear,
                                           Weighting::Counts, Weighting::Bm25};
/// "sublinear", "counts", "bm25".
[[nodiscard]] std::string_view to_string(Weighting weighting);

/// What is taken out of a text. The steps follow each other: words, their
/// stems, runs of these or pieces of each, buckets.
struct WordOptions {
  Index min_length = 2;  ///< code points of a word, after normalisation
  /// Runs of Chinese, Japanese and Korean letters are not words, but each two
  /// neighbours in them are, and a letter alone.
  bool cjk_bigrams = true;
  Stemmer stem = Stemmer::None;  ///< of each word
  Index ngrams = 1;              ///< runs of 1 to so many words are terms
  /// Not 0: runs of 3 to so many code points of each word, with a blank at its
  /// ends, are the terms.
  Index char_ngrams = 0;
  /// Not 0: terms are one of 2^hash_bits buckets, so that a vocabulary stays
  /// small whatever the stream of documents.
  Index hash_bits = 0;

  /// Whether the same text gives the same words.
  bool operator==(const WordOptions&) const = default;
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
  Weighting weighting = Weighting::Sublinear;  ///< of counts; times the idf
};

/// Names every option; see base/option.h.
template <MaybeConst<VocabularyOptions> Options, class Visit>
void describe(Options& options, Visit&& visit) {
  visit("min-documents", options.min_documents, kPositive,
        "a term occurs in at least N documents");
  visit("max-fraction", options.max_fraction, kFraction,
        "and in at most this fraction of them");
  visit("min-length", options.words.min_length, kPositive,
        "characters of a word at least");
  visit("cjk-bigrams", options.words.cjk_bigrams, kYesOrNo,
        "Chinese, Japanese, Korean in pairs");
  visit("stem", options.words.stem, kStemmers,
        "Snowball's stemmer: english, ...");
  visit("ngrams", options.words.ngrams,
        Bound{.low = 1, .high = 10, .open_low = false, .open_high = false},
        "runs of 1 to N words are terms");
  visit("char-ngrams", options.words.char_ngrams,
        Bound{.low = 0, .high = 20, .open_low = false, .open_high = false},
        "or runs of 3 to N letters; 0: words");
  visit("hash-bits", options.words.hash_bits,
        Bound{.low = 0, .high = 30, .open_low = false, .open_high = false},
        "hash terms into 2^N buckets; 0: do not");
  visit("weighting", options.weighting, kWeightings,
        "sublinear, counts or bm25");
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
  /// How terms are cut from a text.
  WordOptions words = {};
  Weighting weighting = Weighting::Sublinear;  ///< of counts
  double mean_length = 0;  ///< counts per document, for Weighting::Bm25
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

/// The key of the vocabulary among the attachments of a store.
inline constexpr const char* kVocabularyKey = "vocabulary";

}  // namespace semilin

#endif  // SEMILIN_TEXT_VOCABULARY_H_
