#include "base/quoted.h"

namespace semilin {
namespace {

constexpr char kQuote = '"';

}  // namespace

std::string in_quotes(std::string_view text) {
  std::string word(1, kQuote);
  for (const char c : text)
    word.append(c == kQuote ? 2 : 1, c);
  return word + kQuote;
}

std::size_t read_quoted(std::string_view word, std::string& text) {
  if (!word.starts_with(kQuote)) return 0;
  for (std::size_t i = 1; i < word.size(); ++i) {
    if (word[i] == kQuote) {
      ++i;
      if (i == word.size() || word[i] != kQuote) return i;
    }
    text += word[i];
  }
  return 0;
}

}  // namespace semilin
