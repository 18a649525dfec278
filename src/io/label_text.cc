#include "semilin/advanced/io/label_text.h"

#include <algorithm>

#include "base/plain_text.h"
#include "base/quoted.h"
#include "io/entry_fault.h"
#include "io/quote.h"

namespace semilin {

bool can_name_class(std::string_view name) {
  return !name.empty() && name != "?" && is_plain_text(name);
}

std::string normal_name(std::string_view name) {
  return composed(trimmed(name));
}

std::vector<std::string> split_list(std::string_view list) {
  std::vector<std::string> names(1);
  bool quoted = false;
  for (const char c : list) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      names.emplace_back();
    else
      names.back() += c;
  }
  for (std::string& name : names)
    name = normal_name(name);
  return names;
}

std::string label_word(const std::string& name) {
  const bool plain =
      !name.starts_with('"') && name.find_first_of(" #,") == name.npos &&
      name.find(io::kNoBreakSpace) == name.npos && !io::looks_like_entry(name);
  return plain ? name : in_quotes(name);
}

std::string set_word(const std::vector<std::string>& names) {
  if (names.empty()) return ",";
  std::string word;
  for (const std::string& name : names)
    word.append(word.empty() ? "" : ",").append(label_word(name));
  return word;
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

std::string utf8_text(std::string_view text) {
  return is_utf8(text) ? std::string(text) : as_utf8(text);
}

std::optional<QuotedLabel> read_quoted_label(std::string_view text) {
  QuotedLabel label;
  label.size = read_quoted(text, label.name);
  if (label.size == 0) return std::nullopt;
  return label;
}

}  // namespace semilin
