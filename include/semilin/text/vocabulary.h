// The terms that are the features of documents, and their weights.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "semilin/base/archive.h"
#include "semilin/base/index.h"
#include "semilin/base/option.h"

namespace semilin {

/// The language whose word endings are cut off by Snowball's rules
/// (libstemmer).
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

/// The weight of a term that occurs c times in a document.
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

/// Whether pieces are read beside words.
enum class Pieces {
  Auto,  ///< where they pay: see VocabularyOptions::pieces
  Yes,
  No
};
/// All of them.
inline constexpr std::array kPieces = {Pieces::Auto, Pieces::Yes, Pieces::No};
/// "auto", "yes", "no".
[[nodiscard]] std::string_view to_string(Pieces pieces);

/// The options with which terms are made from a text, in these steps: words,
/// their stems, runs of stems or pieces of each, buckets.
struct WordOptions {
  Index min_length = 2;  ///< fewest code points of a word, after normalization
  /// In a run of letters of a script that does not separate its words (Chinese,
  /// Japanese, Korean, Thai, Lao, Khmer, Burmese) each two neighbors are a
  /// word, and so is a letter alone, but not the run itself.
  bool cjk_bigrams = true;
  Stemmer stem = Stemmer::None;  ///< language of the stemmer
  Index ngrams = 1;              ///< runs of 1 to this many words are terms
  /// If not 0, the terms are runs of 3 to this many code points of each word,
  /// with a blank at its ends.
  Index char_ngrams = 0;
  /// If not 0, each term is one of 2^hash_bits buckets, so that the vocabulary
  /// stays small however many documents there are.
  Index hash_bits = 0;
  /// Beside each word, its pieces are terms: if it has three code points or
  /// more, all runs of 3 and 4 of the word with a blank at its ends; and the
  /// word with the one before it.
  bool pieces = false;
  /// Runs of words, with a blank between them, that are terms beside their
  /// words.
  std::vector<std::string> phrases = {};

  /// Whether the same text gives the same words.
  bool operator==(const WordOptions&) const = default;
};

/// The options with which a vocabulary is learned.
struct VocabularyOptions {
  WordOptions words = {};  ///< how words are cut from a text
  /// A term occurs in at least this many documents, since a word of one
  /// document cannot link it to another; or, where at least half of the
  /// documents are labeled, in a labeled one, where it tells what was learned.
  Index min_documents = 2;
  /// Auto: yes if the documents have fewer than 40 different words in the mean,
  /// or more than one word in twelve of a document is in no other one (the
  /// share of unknown words that Good and Turing expect in a new document); no
  /// beyond four million words, each counted once in a document, where pieces
  /// would cost much time and memory, and with stem, ngrams, char-ngrams or
  /// hash-bits.
  Pieces pieces = Pieces::Auto;
  /// A term occurs in at most this fraction of the documents. A word of all
  /// documents has the weight 0 and is always left out.
  double max_fraction = 1;
  /// Weight of a count, times the idf.
  Weighting weighting = Weighting::Sublinear;
};

/// Names every option; see base/option.h.
template <MaybeConst<VocabularyOptions> Options, class Visit>
void describe(Options& options, Visit&& visit) {
  visit("min-documents", options.min_documents, kPositive,
        "fewest documents that hold a term");
  visit("max-fraction", options.max_fraction, kFraction,
        "largest fraction of documents that hold a term");
  visit("min-length", options.words.min_length, kPositive,
        "fewest characters of a word");
  visit("cjk-bigrams", options.words.cjk_bigrams, kYesOrNo,
        "letters of Chinese, Thai and the like in pairs");
  visit("pieces", options.pieces, kPieces,
        "pieces of words, too: yes, no or auto");
  visit("stem", options.words.stem, kStemmers,
        "Snowball's stemmer: english, ...");
  visit("ngrams", options.words.ngrams,
        Bound{.low = 1, .high = 10, .open_low = false, .open_high = false},
        "longest run of words that is a term");
  visit("char-ngrams", options.words.char_ngrams,
        Bound{.low = 0, .high = 20, .open_low = false, .open_high = false},
        "runs of 3 to N letters; 0: words");
  visit("hash-bits", options.words.hash_bits,
        Bound{.low = 0, .high = 30, .open_low = false, .open_high = false},
        "hash terms into 2^N buckets; 0: do not");
  visit("weighting", options.weighting, kWeightings,
        "sublinear, counts or bm25");
}

/// The terms of the training documents, which are used for all later ones.
struct Vocabulary {
  /// Column j stands for terms[j]: words and phrases, then pieces. Of both the
  /// most frequent come first, so that the weights that products use most are
  /// adjacent; equally frequent terms are in the order of their bytes. A run of
  /// code points begins with "~".
  std::vector<std::string> terms;
  /// idf[j] = log(N / df_j), df_j the documents that hold term j; half of it
  /// for a piece.
  std::vector<double> idf;
  /// The number of terms, the last ones, that are pieces.
  Index pieces = 0;
  /// N, the number of documents counted.
  Index documents = 0;
  /// The options with which terms are cut from a text.
  WordOptions words = {};
  Weighting weighting = Weighting::Sublinear;  ///< weight of a count
  double mean_length = 0;  ///< counts per document, for Weighting::Bm25

  /// The number of terms that are words or phrases.
  [[nodiscard]] Index words_and_phrases() const {
    return static_cast<Index>(terms.size()) - pieces;
  }
};

/// Throws std::invalid_argument unless terms differ and are in order, sizes
/// agree and weights are positive and finite.
void require_valid(const Vocabulary& vocabulary);

/// The vocabulary as kind "text-vocabulary".
[[nodiscard]] Archive to_archive(const Vocabulary& vocabulary);
/// The vocabulary in an archive. Throws DataError if it holds none.
[[nodiscard]] Vocabulary vocabulary_from_archive(const Archive& archive);

/// The first column of pieces in an archive's vocabulary, and the end of all
/// terms, without reading these. Throws DataError.
[[nodiscard]] std::pair<Index, Index> columns_of_pieces(const Archive& archive);

/// Whether an archive (e.g. the attachments of a model) is a vocabulary.
[[nodiscard]] bool holds_vocabulary(const Archive& archive);

/// The key of the vocabulary among the attachments of a store.
inline constexpr const char* kVocabularyKey = "vocabulary";

}  // namespace semilin
