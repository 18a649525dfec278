#include "io/label_table.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "semilin/advanced/io/line_source.h"
#include "semilin/base/error.h"
#include "semilin/matrix/label_sets.h"

#include "base/plain_text.h"
#include "io/input.h"
#include "io/tokens.h"
#include "matrix/row_check.h"

namespace semilin::io {
namespace {

// 0, 1 or 2 for the spellings of -1, 0 and 1, else kUnlabeled.
std::int32_t sign_of(const std::string& name) {
  static const std::vector<std::string> signs = {"-1", "0", "1"};
  return find_number(signs, name);
}

[[noreturn]] void throw_unknown_class(const SeenLabel& label,
                                      const std::string& name,
                                      const std::vector<std::string>& classes) {
  constexpr std::size_t kMostListed = 5;
  std::string expected = "a class of the model (";
  for (std::size_t i = 0; i < classes.size() && i < kMostListed; ++i)
    expected += (i == 0 ? "" : ", ") + classes[i];
  expected += classes.size() > kMostListed ? ", ...)" : ")";
  if (label.line > 0) {
    throw DataError(label.file, label.line, label.column, expected,
                    quote(name));
  }
  throw DataError(label.file,
                  "expected " + expected + ", found " + quote(name));
}

// Gives words their names. Spellings of one number are the class of that number
// in `known`, otherwise a name of that number in quotes, otherwise the shortest
// of them.
class Interpreter {
 public:
  Interpreter(const LabelTable& table, const ReadOptions& options)
      : options_(options) {
    for (const SeenLabel& label : table.seen()) {
      LabelWord word = read_label_word(label.word);
      if (means_unlabeled(word)) continue;
      multi_label_ |= word.set;
      for (WrittenLabel& one : word.labels)
        (one.quoted ? quoted_ : plain_).push_back(std::move(one.name));
    }
    quoted_ = sort_class_names(std::move(quoted_));
    plain_ = sort_class_names(std::move(plain_));
    zero_unlabeled_ = zero_rule();
  }

  [[nodiscard]] bool multi_label() const { return multi_label_; }

  // Nothing: unlabeled.
  [[nodiscard]] std::optional<std::string> name_of(
      const std::string& text) const {
    LabelWord word = read_label_word(text);
    if (means_unlabeled(word)) return std::nullopt;
    if (zero_unlabeled_ && is_plain(word) && is_zero(word.labels[0].name))
      return std::nullopt;
    std::vector<std::string> names;
    for (WrittenLabel& one : word.labels)
      names.push_back(one.quoted ? std::move(one.name) : spelled(one.name));
    return multi_label_ ? join_labels(std::move(names)) : names.at(0);
  }

 private:
  static bool is_plain(const LabelWord& word) {
    return !word.set && !word.labels[0].quoted;
  }

  [[nodiscard]] const std::vector<std::string>& known() const {
    return options_.classes ? *options_.classes : options_.known_classes;
  }

  [[nodiscard]] bool means_unlabeled(const LabelWord& word) const {
    if (word.set) return false;
    const std::string& name = word.labels[0].name;
    if (is_plain(word) && name == "?") return true;
    const auto& marker = options_.unlabeled_label;
    if (!marker) return false;
    return is_plain(word) ? find_number(std::span(&*marker, 1), name) == 0
                          : name == *marker;
  }

  [[nodiscard]] bool zero_rule() const {
    if (multi_label_ || std::any_of(quoted_.begin(), quoted_.end(), is_zero))
      return false;
    if (std::any_of(known().begin(), known().end(), is_zero)) return false;
    if (zero_means_unlabeled(known())) return true;
    std::vector<std::string> names = plain_;
    names.insert(names.end(), quoted_.begin(), quoted_.end());
    return zero_means_unlabeled(names);
  }

  [[nodiscard]] std::string spelled(const std::string& name) const {
    for (const auto* names : {&known(), &quoted_}) {
      const std::int32_t found = find_number(*names, name);
      if (found != kUnlabeled) return (*names)[found];
    }
    return plain_[shortest_spelling(plain_, name)];
  }

  const ReadOptions& options_;
  std::vector<std::string> quoted_, plain_;
  bool multi_label_ = false;
  bool zero_unlabeled_ = false;
};

// Throws at position `at` of the line last read.
[[noreturn]] void refuse(const LineSource& lines, std::string_view line,
                         std::size_t at, const std::string& expected) {
  throw DataError(lines.name(), lines.line(), static_cast<Index>(at) + 1,
                  expected, quote(line.substr(at)));
}

// The label that begins at `start` of the line last read.
std::string_view label_at(const LineSource& lines, std::string_view line,
                          std::size_t start) {
  const WordScan scan = scan_label_word(line.substr(start));
  if (scan.expected != nullptr)
    refuse(lines, line, start + scan.size, scan.expected);
  const std::string_view word = line.substr(start, scan.size);
  const std::size_t more =
      std::min(line.find_first_not_of(" \t", start + word.size()), line.size());
  if (more < line.size() && line[more] != '#') {
    refuse(lines, line, more, "one label per line, in quotes if it has blanks");
  }
  return word;
}

}  // namespace

bool is_zero(const std::string& name) {
  return sign_of(name) == 1;
}

bool zero_means_unlabeled(const std::vector<std::string>& names) {
  bool seen[3] = {false, false, false};
  for (const std::string& name : names) {
    const std::int32_t sign = sign_of(name);
    if (sign == kUnlabeled) return false;
    seen[sign] = true;
  }
  return seen[0] && seen[2];
}

std::int32_t LabelTable::add(std::string_view word, std::string_view file,
                             Index line, Index column) {
  if (last_ >= 0 && seen_[last_].word == word) return last_;
  const auto found = numbers_.find(word);
  if (found != numbers_.end()) return last_ = found->second;
  last_ = static_cast<std::int32_t>(seen_.size());
  numbers_.emplace(word, last_);
  seen_.push_back({std::string(word), std::string(file), line, column});
  return last_;
}

void set_classes(LabelMeaning meaning, Dataset& data) {
  for (std::int32_t& label : data.labels)
    label = label < 0 ? kUnlabeled : meaning.class_of[label];
  data.classes = std::move(meaning.classes);
  data.multi_label = meaning.multi_label;
}

LabelMeaning interpret(const LabelTable& table, const ReadOptions& options) {
  const Interpreter interpreter(table, options);
  std::vector<std::optional<std::string>> name_of;
  std::vector<std::string> names;
  for (const SeenLabel& label : table.seen()) {
    name_of.push_back(interpreter.name_of(label.word));
    if (name_of.back()) names.push_back(*name_of.back());
  }
  LabelMeaning meaning;
  meaning.multi_label = interpreter.multi_label();
  meaning.classes =
      options.classes ? *options.classes : sort_class_names(std::move(names));
  for (std::size_t k = 0; k < name_of.size(); ++k) {
    const std::int32_t found =
        name_of[k] ? find_class(meaning.classes, *name_of[k]) : kUnlabeled;
    if (name_of[k] && found == kUnlabeled)
      throw_unknown_class(table.seen()[k], *name_of[k], meaning.classes);
    meaning.class_of.push_back(found);
  }
  return meaning;
}

std::vector<std::int32_t> read_label_files(
    const std::vector<std::string>& files, Index rows, LabelTable& table) {
  std::vector<std::int32_t> numbers;
  for (const std::string& path : files) {
    LineSource lines(path);
    while (const auto line = lines.next()) {
      const std::size_t start = line->find_first_not_of(" \t");
      if (start == line->npos || (*line)[start] == '#') continue;
      numbers.push_back(table.add(label_at(lines, *line, start), lines.name(),
                                  lines.line(), static_cast<Index>(start) + 1));
    }
  }
  if (std::ssize(numbers) == rows) return numbers;
  throw DataError(input_name(files.back()),
                  "expected " + std::to_string(rows) +
                      " labels, one for each row of the data, found " +
                      std::to_string(numbers.size()));
}

}  // namespace semilin::io
