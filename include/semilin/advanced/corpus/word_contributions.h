// The words behind the columns of a model, and explanations of a document's
// score by them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "semilin/learn/explain.h"
#include "semilin/linear/model.h"
#include "semilin/matrix/csr.h"
#include "semilin/text/vocabulary.h"

namespace semilin {

/// What a word or phrase adds to a score together with its pieces: value and
/// product are sums over these features, in which the pieces of several words
/// are divided among these, and the weight is product / value. A feature that
/// is no term of the vocabulary has no word.
struct WordContribution : Contribution {
  /// A word, a phrase, or "parts of other words": pieces of unknown words. Only
  /// the words of the vocabulary and phrases have a feature; for others it is
  /// -1.
  std::string word;
};

/// The contributions of a row by words, those of largest |product| first. Their
/// sum is that of the features' products. With the row's text, pieces of words
/// that are no terms are those of the words of the text.
[[nodiscard]] std::vector<WordContribution> by_words(
    const Explanation& found, const Vocabulary& vocabulary,
    const std::optional<std::string>& text = {});

/// The names of the columns in a model with a vocabulary: its words and
/// phrases, nothing for pieces, then "vector 1", "vector 2", ... if it was
/// trained with vectors. None without a vocabulary.
[[nodiscard]] std::vector<std::string> names_of_columns(const ModelHead& model);

/// How many columns of each row the model knows, without pieces of words; those
/// of unknown words count as one if there is nothing else.
[[nodiscard]] std::vector<Index> known_terms(const CsrStore& rows,
                                             const ModelHead& model);

}  // namespace semilin
