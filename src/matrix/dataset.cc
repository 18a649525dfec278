#include "semilin/matrix/dataset.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

namespace semilin {
namespace {

std::optional<double> as_number(std::string_view name) {
  if (name.starts_with('+')) {
    name.remove_prefix(1);
    if (name.starts_with('-')) return std::nullopt;  // "+-1" is a name
  }
  double value = 0;
  const char* end = name.data() + name.size();
  const auto [stopped, error] = std::from_chars(name.data(), end, value);
  if (error != std::errc() || stopped != end) return std::nullopt;
  if (!std::isfinite(value)) return std::nullopt;  // "nan", "inf": names
  return value;
}

// Numbers before names; spellings of one number are equal.
bool class_before(const std::string& a, const std::string& b) {
  const auto x = as_number(a);
  const auto y = as_number(b);
  if (x.has_value() != y.has_value()) return x.has_value();
  return x ? *x < *y : a < b;
}

bool same_class(const std::string& a, const std::string& b) {
  return !class_before(a, b) && !class_before(b, a);
}

// class_before; among spellings of one number the shorter first.
bool spelling_before(const std::string& a, const std::string& b) {
  if (class_before(a, b)) return true;
  if (class_before(b, a)) return false;
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

}  // namespace

Index Dataset::labeled() const {
  return std::count_if(labels.begin(), labels.end(),
                       [](std::int32_t label) { return label != kUnlabeled; });
}

std::vector<std::string> sort_class_names(std::vector<std::string> names) {
  std::sort(names.begin(), names.end(), spelling_before);
  names.erase(std::unique(names.begin(), names.end(), same_class), names.end());
  return names;
}

std::int32_t find_class(std::span<const std::string> classes,
                        const std::string& name) {
  const auto found =
      std::lower_bound(classes.begin(), classes.end(), name, class_before);
  if (found == classes.end() || !same_class(*found, name)) return kUnlabeled;
  return static_cast<std::int32_t>(found - classes.begin());
}

Dataset select(const Dataset& data, std::span<const Index> rows) {
  Dataset chosen;
  chosen.rows = data.rows.select(rows);
  chosen.classes = data.classes;
  for (const Index i : rows) {
    chosen.labels.push_back(data.labels[i]);
    if (!data.costs.empty()) chosen.costs.push_back(data.costs[i]);
  }
  return chosen;
}

}  // namespace semilin
