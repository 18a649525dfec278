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

}  // namespace semilin
