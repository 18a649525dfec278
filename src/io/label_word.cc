#include "io/label_word.h"

#include <algorithm>
#include <span>

#include "semilin/advanced/io/label_text.h"
#include "semilin/matrix/dataset.h"
#include "semilin/matrix/label_sets.h"

#include "base/plain_text.h"
#include "io/entry_fault.h"
#include "io/label_table.h"

namespace semilin::io {
namespace {

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
