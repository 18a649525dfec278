#include "semilin/advanced/io/label_text.h"

#include <algorithm>

#include "base/plain_text.h"
#include "io/entry_fault.h"
#include "io/quote.h"

namespace semilin {
namespace {

constexpr char kQuote = '"';

}  // namespace

bool can_name_class(std::string_view name) {
  return !name.empty() && name != "?" && is_plain_text(name);
}

std::string label_word(const std::string& name) {
  const bool plain =
      !name.starts_with(kQuote) && name.find_first_of(" #") == name.npos &&
      name.find(io::kNoBreakSpace) == name.npos && !io::looks_like_entry(name);
  if (plain) return name;
  std::string word(1, kQuote);
  for (const char c : name)
    word.append(c == kQuote ? 2 : 1, c);
  return word + kQuote;
}

std::string printable_text(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const int size = plain_character(text);
    if (size == 0) io::append_escaped(text[0], shown);
    shown += text.substr(0, size);
    text.remove_prefix(std::max(size, 1));
  }
  return shown;
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
