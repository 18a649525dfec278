#include "io/tokens.h"

#include <algorithm>
#include <span>

#include "semilin/advanced/io/label_text.h"
#include "semilin/matrix/dataset.h"
#include "semilin/matrix/label_sets.h"

#include "base/plain_text.h"
#include "io/blocks.h"
#include "io/label_table.h"
#include "io/number_scanner.h"

namespace semilin::io {
namespace {

// True for blanks alone, such as those of no width, which begin beyond ASCII.
bool is_blank(std::string_view token) {
  return !token.empty() && static_cast<unsigned char>(token[0]) >= 0x80 &&
         normal_name(token).empty();
}

// The index in `digits`, at most a little above what is allowed.
Index bounded_index(std::string_view digits) {
  Index index = 0;
  for (const char c : digits)
    index = std::min<Index>(index * 10 + (c - '0'), kMaxColumn + 2);
  return index;
}

TokenFault explain_order(std::string_view token, Index index, Index last) {
  const bool duplicate = index == last;
  return {
      0, "an index above " + std::to_string(last),
      quote(token) + (duplicate ? " (a duplicate)" : " (indices must ascend)")};
}

TokenFault explain_value(std::string_view value, Index offset, bool four_bytes,
                         const ScannedNumber& number) {
  if (value.empty()) return {offset, "a value behind ':'", "none"};
  if (number.fault == NumberFault::NotFinite)
    return {offset, "a finite number", quote(value)};
  if (number.fault == NumberFault::Malformed ||
      (number.fault == NumberFault::None &&
       number.end != value.data() + value.size()))
    return {offset, "a number", quote(value)};
  return {offset,
          four_bytes ? "a number that fits 4 bytes (up to 3.4e38)"
                     : "a number that fits 8 bytes (up to 1.7e308)",
          quote(value)};
}

// A part of a word; `size` 0: what is there cannot be read.
struct Part {
  WrittenLabel label;
  std::size_t size = 0;
};

Part read_part(std::string_view text) {
  Part part;
  part.label.quoted = text.starts_with('"');
  part.size = part.label.quoted
                  ? read_quoted(text, part.label.name)
                  : std::min(text.find_first_of(", \t#"), text.size());
  if (!part.label.quoted) part.label.name = text.substr(0, part.size);
  return part;
}

bool is_sound(const Part& part) {
  if (part.label.quoted)
    return part.size > 0 && can_name_class(normal_name(part.label.name));
  return part.size == 0 || can_be_label(part.label.name);
}

bool ends_word(std::string_view text) {
  return text.empty() || text[0] == ' ' || text[0] == '\t' || text[0] == '#';
}

// True if one of the names that is not in quotes would be read as another.
bool needs_quotes(const std::string& name,
                  const std::vector<std::string>& classes) {
  const std::span<const std::string> all = classes;
  const std::size_t place = find_class(all, name);
  for (const auto& others : {all.first(place), all.subspan(place + 1)})
    if (find_number(others, name) != kUnlabeled) return true;
  return is_zero(name) && zero_means_unlabeled(classes);
}

}  // namespace

std::string_view token_at(const char* start) {
  const char* end = start;
  while (*end != ' ' && *end != '\t' && *end != '#' && !ends_line(end))
    ++end;
  return {start, static_cast<std::size_t>(end - start)};
}

bool looks_like_entry(std::string_view token) {
  const std::size_t colon = token.find(':');
  if (colon == token.npos || colon == 0) return false;
  const std::string_view front = token.substr(0, colon);
  return front == "qid" || std::all_of(front.begin(), front.end(), is_digit);
}

bool can_be_label(std::string_view token) {
  return !looks_like_entry(token) && token.find(kNoBreakSpace) == token.npos &&
         (token == "?" || can_name_class(token)) && !is_blank(token);
}

TokenFault explain_label(std::string_view token) {
  if (looks_like_entry(token)) return {0, "a label", quote(token)};
  if (token.find(kNoBreakSpace) != token.npos) {
    return {0, "a label in quotes, or blanks that are no no-break spaces",
            quote(token)};
  }
  return {0, "text (a label)", quote(token)};
}

TokenFault explain_entry(const char* start, bool zero_based, bool four_bytes,
                         Index last) {
  const std::string_view token = token_at(start);
  const std::size_t colon = token.find(':');
  if (colon == token.npos) return {0, "index:value", quote(token)};
  const std::string_view digits = token.substr(0, colon);
  if (digits.empty() || !std::all_of(digits.begin(), digits.end(), is_digit)) {
    return {0, "an index (digits)", quote(digits)};
  }
  const Index base = zero_based ? 0 : 1;
  const Index index = bounded_index(digits);
  if (index < base) {
    return {0, "an index from 1, or zero-based data", quote(token)};
  }
  if (index > kMaxColumn + base) {
    return {0, "an index up to " + std::to_string(kMaxColumn + base),
            quote(digits)};
  }
  if (index <= last + base && last >= 0) {
    return explain_order(token, index, last + base);
  }
  const std::string_view value = token.substr(colon + 1);
  return explain_value(value, static_cast<Index>(colon) + 1, four_bytes,
                       scan_number_slowly(value.data()));
}

WordScan scan_label_word(std::string_view text) {
  WordScan scan;
  while (true) {
    const Part part = read_part(text.substr(scan.size));
    if (!is_sound(part)) {
      scan.expected = part.label.quoted ? "a label in quotes" : "a label";
      return scan;
    }
    scan.size += part.size;
    if (ends_word(text.substr(scan.size))) return scan;
    if (text[scan.size] != ',') {
      scan.expected = "a blank behind a label in quotes";
      return scan;
    }
    ++scan.size;
  }
}

LabelWord read_label_word(std::string_view word) {
  LabelWord read;
  while (!word.empty()) {
    Part part = read_part(word);
    part.label.name = normal_name(part.label.name);
    if (part.size > 0) read.labels.push_back(std::move(part.label));
    read.set |= part.size < word.size();
    word.remove_prefix(std::min(part.size + 1, word.size()));
  }
  if (read.set)
    std::erase_if(read.labels, [](const WrittenLabel& label) {
      return !label.quoted && label.name == "?";  // says nothing
    });
  return read;
}

std::string quoted_word(const std::vector<std::string>& labels, bool set) {
  std::string word;
  for (const std::string& name : labels)
    word.append(in_quotes(name)).append(set ? "," : "");
  return labels.empty() ? "," : word;
}

std::vector<std::string> class_words(const std::vector<std::string>& classes,
                                     bool sets) {
  const auto word_of = [](const std::string& name,
                          const std::vector<std::string>& all) {
    return needs_quotes(name, all) ? in_quotes(name) : label_word(name);
  };
  std::vector<std::string> words;
  if (!sets) {
    for (const std::string& name : classes)
      words.push_back(word_of(name, classes));
    return words;
  }
  const LabelSets all = label_sets({{}, {}, classes, {}, {}, true});
  bool several = false;
  for (const std::vector<std::int32_t>& set : all.of_class) {
    std::string& word = words.emplace_back(set.empty() ? "," : "");
    for (const std::int32_t k : set)
      word.append(word.empty() ? "" : ",")
          .append(word_of(all.names[k], all.names));
    several |= set.size() != 1;
  }
  // A comma says that the label of one is a set, too.
  for (std::string& word : words)
    if (!several) word += ',';
  return words;
}

}  // namespace semilin::io

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
