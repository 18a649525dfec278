#include "io/label_table.h"

#include <span>
#include <utility>

#include "semilin/base/error.h"
#include "semilin/matrix/dataset.h"

#include "io/quote.h"

namespace semilin::io {
namespace {

// 0, 1 or 2 for the spellings of -1, 0 and 1, else kUnlabeled.
std::int32_t sign_of(const std::string& name) {
  static const std::vector<std::string> signs = {"-1", "0", "1"};
  return find_class(signs, name);
}

bool is_zero(const std::string& name) {
  return sign_of(name) == 1;
}

bool means_unlabeled(const std::string& name, const ReadOptions& options) {
  if (name == "?") return true;
  const auto& marker = options.unlabeled_label;
  return marker && find_class(std::span(&*marker, 1), name) == 0;
}

// SVMlight's and SVMlin's rule: beside both +1 and -1, and nothing else, a 0
// says that the label is not known.
bool zero_means_unlabeled(const std::vector<std::string>& names) {
  bool seen[3] = {false, false, false};
  for (const std::string& name : names) {
    const std::int32_t sign = sign_of(name);
    if (sign == kUnlabeled) return false;
    seen[sign] = true;
  }
  return seen[0] && seen[2];
}

[[noreturn]] void throw_unknown_class(const SeenLabel& label,
                                      const std::vector<std::string>& classes) {
  constexpr std::size_t kMostListed = 5;
  std::string expected = "a class of the model (";
  for (std::size_t i = 0; i < classes.size() && i < kMostListed; ++i)
    expected += (i == 0 ? "" : ", ") + classes[i];
  expected += classes.size() > kMostListed ? ", ...)" : ")";
  if (label.line > 0) {
    throw DataError(label.file, label.line, label.column, expected,
                    quote(label.name));
  }
  throw DataError(label.file,
                  "expected " + expected + ", found " + quote(label.name));
}

}  // namespace

std::int32_t LabelTable::add(std::string_view name, std::string_view file,
                             Index line, Index column) {
  if (last_ >= 0 && seen_[last_].name == name) return last_;
  const auto found = numbers_.find(name);
  if (found != numbers_.end()) return last_ = found->second;
  last_ = static_cast<std::int32_t>(seen_.size());
  numbers_.emplace(name, last_);
  seen_.push_back({std::string(name), std::string(file), line, column});
  return last_;
}

void to_classes(const LabelMeaning& meaning, std::span<std::int32_t> numbers) {
  for (std::int32_t& number : numbers)
    number = number < 0 ? kUnlabeled : meaning.class_of[number];
}

LabelMeaning interpret(const LabelTable& table, const ReadOptions& options) {
  std::vector<std::string> names;
  for (const SeenLabel& label : table.seen()) {
    if (!means_unlabeled(label.name, options)) names.push_back(label.name);
  }
  const bool zero_unlabeled =
      !options.zero_is_class &&
      zero_means_unlabeled(options.classes.value_or(names));
  if (zero_unlabeled) std::erase_if(names, is_zero);
  LabelMeaning meaning;
  meaning.classes =
      options.classes ? *options.classes : sort_class_names(std::move(names));
  for (const SeenLabel& label : table.seen()) {
    const bool unlabeled = means_unlabeled(label.name, options) ||
                           (zero_unlabeled && is_zero(label.name));
    const std::int32_t found =
        unlabeled ? kUnlabeled : find_class(meaning.classes, label.name);
    if (found == kUnlabeled && !unlabeled) {
      throw_unknown_class(label, meaning.classes);
    }
    meaning.class_of.push_back(found);
  }
  return meaning;
}

}  // namespace semilin::io
