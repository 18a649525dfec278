#include "semilin/advanced/corpus/word_contributions.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "text/word_shares.h"

namespace semilin {

std::vector<WordContribution> by_words(const Explanation& found,
                                       const Vocabulary& vocabulary,
                                       const std::optional<std::string>& text) {
  std::vector<std::int32_t> columns;
  for (const Contribution& one : found.features)
    columns.push_back(static_cast<std::int32_t>(one.feature));
  std::vector<WordContribution> words;
  for (WordOfRow& own : words_of_row(columns, vocabulary, text)) {
    WordContribution word;
    word.word = std::move(own.word);
    word.feature = own.column;
    for (const auto& [position, share] : own.shares) {
      word.value += share * found.features[position].value;
      word.product += share * found.features[position].product;
    }
    word.weight = own.shares.size() == 1 && own.shares[0].second == 1
                      ? found.features[own.shares[0].first].weight
                  : word.value == 0 ? 0
                                    : word.product / word.value;
    words.push_back(std::move(word));
  }
  std::ranges::stable_sort(words, [](const auto& a, const auto& b) {
    return std::abs(a.product) > std::abs(b.product);
  });
  return words;
}

std::vector<std::string> names_of_columns(const ModelHead& model) {
  if (!holds_vocabulary(model.attachments)) return {};
  Vocabulary vocabulary = vocabulary_from_archive(model.attachments);
  std::vector<std::string> names = std::move(vocabulary.terms);
  std::fill(names.end() - vocabulary.pieces, names.end(), "");
  if (model.vectors.count == 0) return names;
  names.resize(model.vectors.first);
  for (Index j = 1; j <= model.vectors.count; ++j)
    names.push_back("vector " + std::to_string(j));
  return names;
}

std::vector<Index> known_terms(const CsrStore& rows, const ModelHead& model) {
  const std::vector<std::int32_t>& numbers = model.feature_numbers;
  std::pair<Index, Index> piece_columns;
  if (holds_vocabulary(model.attachments))
    piece_columns = columns_of_pieces(model.attachments);
  std::vector<Index> terms;
  rows.visit([&](const auto& view) {
    for (Index i = 0; i < view.rows; ++i) {
      Index words = 0, pieces = 0;
      for (const std::int32_t column : view.row_columns(i)) {
        if (numbers.empty() ? column < model.features
                            : std::ranges::binary_search(numbers, column))
          ++(column >= piece_columns.first && column < piece_columns.second
                 ? pieces
                 : words);
      }
      terms.push_back(words == 0 && pieces > 0 ? 1 : words);
    }
  });
  return terms;
}

}  // namespace semilin
