#include "io/label_table.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "semilin/base/error.h"
#include "semilin/matrix/dataset.h"

#include "io/quote.h"

namespace semilin::io {
namespace {

std::optional<double> as_number(std::string_view name) {
  if (name.starts_with('+')) name.remove_prefix(1);
  double value = 0;
  const char* end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data(), end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

// Finds classes by name or, for numbers, by value.
class ClassFinder {
 public:
  explicit ClassFinder(const std::vector<std::string>& classes) {
    for (const std::string& name : classes) {
      const auto position = static_cast<std::int32_t>(by_name_.size());
      by_name_.emplace(name, position);
      if (const auto value = as_number(name)) {
        by_value_.emplace(*value, position);
      }
    }
  }

  [[nodiscard]] std::int32_t find(const std::string& name) const {
    const auto same = by_name_.find(name);
    if (same != by_name_.end()) return same->second;
    const auto value = as_number(name);
    if (!value) return kUnlabeled;
    const auto equal = by_value_.find(*value);
    return equal == by_value_.end() ? kUnlabeled : equal->second;
  }

 private:
  std::map<std::string, std::int32_t> by_name_;
  std::map<double, std::int32_t> by_value_;
};

bool means_unlabeled(const std::string& name, const ReadOptions& options) {
  if (name == "?") return true;
  if (!options.unlabeled_label) return false;
  if (name == *options.unlabeled_label) return true;
  const auto value = as_number(name);
  return value && value == as_number(*options.unlabeled_label);
}

// SVMlight's and SVMlin's rule: beside both +1 and -1, and nothing else, a 0
// says that the label is not known.
bool zero_means_unlabeled(const std::vector<std::string>& names) {
  bool plus = false;
  bool minus = false;
  for (const std::string& name : names) {
    const auto value = as_number(name);
    if (!value || (*value != 0 && std::abs(*value) != 1)) return false;
    plus = plus || *value == 1;
    minus = minus || *value == -1;
  }
  return plus && minus;
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

LabelMeaning interpret(const LabelTable& table, const ReadOptions& options) {
  std::vector<std::string> names;
  for (const SeenLabel& label : table.seen()) {
    if (!means_unlabeled(label.name, options)) names.push_back(label.name);
  }
  const bool zero_unlabeled =
      zero_means_unlabeled(options.classes.value_or(names));
  if (zero_unlabeled && !options.classes) {
    std::erase_if(names,
                  [](const auto& name) { return as_number(name) == 0.0; });
  }
  LabelMeaning meaning;
  meaning.classes =
      options.classes ? *options.classes : sort_class_names(std::move(names));
  const ClassFinder finder(meaning.classes);
  for (const SeenLabel& label : table.seen()) {
    const std::int32_t found = means_unlabeled(label.name, options)
                                   ? kUnlabeled
                                   : finder.find(label.name);
    const bool known = found != kUnlabeled ||
                       means_unlabeled(label.name, options) ||
                       (zero_unlabeled && as_number(label.name) == 0.0);
    if (!known) throw_unknown_class(label, meaning.classes);
    meaning.class_of.push_back(found);
  }
  return meaning;
}

}  // namespace semilin::io
