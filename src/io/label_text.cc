#include "semilin/advanced/io/label_text.h"

#include <algorithm>

#include "base/plain_text.h"
#include "io/entry_fault.h"

namespace semilin {

bool can_name_class(std::string_view name) {
  return !name.empty() && name != "?" && is_plain_text(name);
}

std::string normal_name(std::string_view name) {
  return composed(trimmed(name));
}

std::vector<std::string> split_list(std::string_view list) {
  std::vector<std::string> names = split_fields(list, ',');
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
    if (size == 0) append_escaped(text[0], shown);
    shown += text.substr(0, size);
    text.remove_prefix(std::max(size, 1));
  }
  return shown;
}

std::string utf8_text(std::string_view text) {
  return is_utf8(text) ? std::string(text) : as_utf8(text);
}

}  // namespace semilin
