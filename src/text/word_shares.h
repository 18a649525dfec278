// The words that the features of a row come from.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/text/vocabulary.h"

namespace semilin {

/// Stands for words that are not known.
inline constexpr std::string_view kOtherWords = "parts of other words";

/// A word or phrase of a row, or a feature that is no term.
struct WordOfRow {
  std::string word;   ///< empty: the feature is no term
  Index column = -1;  ///< its own feature; -1: the row has none
  /// Positions among the columns of the row, and the share of each of these
  /// features that is the word's.
  std::vector<std::pair<std::size_t, double>> shares = {};
};

/// The words of a row that has these columns, each with features. Their shares
/// of a feature add up to 1: a run of letters is divided equally among the
/// words that contain it, a pair between its two words. Words are those with a
/// column, those of pairs, and those of the text if it is given; runs of none
/// of them belong to kOtherWords.
[[nodiscard]] std::vector<WordOfRow> words_of_row(
    std::span<const std::int32_t> columns, const Vocabulary& vocabulary,
    const std::optional<std::string>& text = {});

}  // namespace semilin
