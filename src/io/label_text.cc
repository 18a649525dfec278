#include "semilin/advanced/io/label_text.h"

#include <algorithm>

#include "io/entry_fault.h"

namespace semilin {
namespace {

constexpr char kQuote = '"';

bool is_control(char c) {
  return (c >= 0 && c < ' ') || c == '\x7f';
}

}  // namespace

bool can_name_class(std::string_view name) {
  return !name.empty() && name != "?" &&
         std::none_of(name.begin(), name.end(), is_control);
}

std::string label_word(const std::string& name) {
  const bool plain = !name.starts_with(kQuote) &&
                     name.find_first_of(" #") == name.npos &&
                     !io::looks_like_entry(name);
  if (plain) return name;
  std::string word(1, kQuote);
  for (const char c : name)
    word.append(c == kQuote ? 2 : 1, c);
  return word + kQuote;
}

std::optional<QuotedLabel> read_quoted_label(std::string_view text) {
  QuotedLabel label;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == kQuote) {
      ++i;
      if (i == text.size() || text[i] != kQuote) {
        label.size = i;
        return label;
      }
    }
    label.name += text[i];
  }
  return std::nullopt;
}

}  // namespace semilin
