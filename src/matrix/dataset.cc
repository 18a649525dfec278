#include "semilin/matrix/dataset.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

namespace semilin {
namespace {

std::optional<double> as_number(std::string_view name) {
  if (name.starts_with('+')) name.remove_prefix(1);
  double value = 0;
  const char* end = name.data() + name.size();
  const auto [stopped, error] = std::from_chars(name.data(), end, value);
  if (error != std::errc() || stopped != end) return std::nullopt;
  if (!std::isfinite(value)) return std::nullopt;  // "nan", "inf": names
  return value;
}

// Numbers before names; among equals the shorter spelling first.
bool class_before(const std::string& a, const std::string& b) {
  const auto x = as_number(a);
  const auto y = as_number(b);
  if (x.has_value() != y.has_value()) return x.has_value();
  if (x && *x != *y) return *x < *y;
  if (x && a.size() != b.size()) return a.size() < b.size();
  return a < b;
}

bool same_class(const std::string& a, const std::string& b) {
  const auto x = as_number(a);
  const auto y = as_number(b);
  return x && y ? *x == *y : a == b;
}

}  // namespace

Index Dataset::labeled() const {
  return std::count_if(labels.begin(), labels.end(),
                       [](std::int32_t label) { return label != kUnlabeled; });
}

std::vector<std::string> sort_class_names(std::vector<std::string> names) {
  std::sort(names.begin(), names.end(), class_before);
  names.erase(std::unique(names.begin(), names.end(), same_class), names.end());
  return names;
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
