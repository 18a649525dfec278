#include "semilin/matrix/dataset.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "semilin/base/error.h"

#include "matrix/row_check.h"

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

// A number's sign, digits and exponent without zeros at the ends, so that
// spellings of one number are the same text, however long they are.
std::string exact_spelling(std::string_view number) {
  constexpr long kMostExponent = 1'000'000'000;
  std::string sign, digits;
  if (number.starts_with('-')) sign = "-";
  long exponent = 0;
  bool fraction = false;
  for (std::size_t i = 0; i < number.size(); ++i) {
    const char c = number[i];
    if (c == '.') {
      fraction = true;
    } else if (c == 'e' || c == 'E') {
      const std::string power(number.substr(i + 1));
      exponent += std::clamp(std::strtol(power.c_str(), nullptr, 10),
                             -kMostExponent, kMostExponent);
      break;
    } else if (c >= '0' && c <= '9') {
      digits += c;
      exponent -= fraction ? 1 : 0;
    }
  }
  digits.erase(0, digits.find_first_not_of('0'));
  if (digits.empty()) return "0";
  const std::size_t last = digits.find_last_not_of('0') + 1;
  exponent += static_cast<long>(digits.size() - last);
  return sign + digits.substr(0, last) + "e" + std::to_string(exponent);
}

// Numbers before names, by value, then the shorter spelling first.
bool class_before(const std::string& a, const std::string& b) {
  const auto x = as_number(a);
  const auto y = as_number(b);
  if (x.has_value() != y.has_value()) return x.has_value();
  if (!x) return a < b;
  if (*x != *y) return *x < *y;
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

void require_labels(std::span<const std::int32_t> labels, Index rows,
                    Index classes) {
  require(static_cast<Index>(labels.size()) == rows,
          "data: expected one label per row, " + std::to_string(rows) +
              ", found " + std::to_string(labels.size()));
  const auto known = [classes](std::int32_t label) {
    return label >= kUnlabeled && label < classes;
  };
  const auto bad = std::find_if_not(labels.begin(), labels.end(), known);
  if (bad == labels.end()) return;
  require(false, "data: row " + std::to_string(bad - labels.begin()) +
                     " (from 0): label " + std::to_string(*bad) + " is no " +
                     "class of " + std::to_string(classes));
}

// Sums and squares of more are infinite.
constexpr double kMostCost = 1e30;

void require_costs(std::span<const double> costs, Index rows) {
  if (costs.empty()) return;
  require(static_cast<Index>(costs.size()) == rows,
          "data: expected one cost per row, " + std::to_string(rows) +
              ", found " + std::to_string(costs.size()));
  const auto bad = std::find_if_not(
      costs.begin(), costs.end(),
      [](double cost) { return cost >= 0 && cost <= kMostCost; });
  if (bad == costs.end()) return;
  require(false, "data: row " + std::to_string(bad - costs.begin()) +
                     " (from 0): a cost must be finite and not negative, at "
                     "most 1e30, got " +
                     std::to_string(*bad));
}

}  // namespace

void require_class_names(std::span<const std::string> classes) {
  for (std::size_t k = 1; k < classes.size(); ++k) {
    if (class_before(classes[k - 1], classes[k])) continue;
    require(false,
            "data: class names must be distinct and in the order of "
            "sort_class_names, found '" +
                classes[k - 1] + "' before '" + classes[k] + "'");
  }
}

void require_valid_labels(const Dataset& data) {
  require_class_names(data.classes);
  require_labels(data.labels, data.rows.rows(),
                 static_cast<Index>(data.classes.size()));
  require_costs(data.costs, data.rows.rows());
  require(data.seeds >= 0 && data.seeds <= data.rows.rows(),
          "data: more rows are made of words than there are");
  require(data.voted.labels.empty() ||
              std::ssize(data.voted.labels) == data.documents(),
          "data: expected what votes say of each row");
  require(data.voted.labels.size() == data.voted.followed.size(),
          "data: expected for each row whether its label follows from votes");
  require(data.vectors.count == 0 ||
              data.vectors.first + data.vectors.count == data.rows.cols(),
          "data: the vectors are not the last columns of the rows");
  require(data.pieces >= 0 && data.pieces <= data.features(),
          "data: more features are pieces than there are");
}

void require_valid(const Dataset& data, int threads) {
  require_valid(data.rows, threads);
  require_valid_labels(data);
}

Index Dataset::labeled() const {
  return std::count_if(labels.begin(), labels.end(),
                       [](std::int32_t label) { return label != kUnlabeled; });
}

std::vector<Index> Dataset::count_classes() const {
  return sum_rows<Index>(classes.size(), [&](auto& counts) {
    for (const std::int32_t label : labels)
      if (label != kUnlabeled) ++counts[label];
  });
}

std::vector<std::int32_t> given_labels(const Dataset& data) {
  std::vector<std::int32_t> labels = data.labels;
  Index given = 0;
  for (Index i = 0; i < std::ssize(data.voted.followed); ++i)
    if (data.voted.followed[i] != 0)
      labels[i] = kUnlabeled;
    else
      given += labels[i] == kUnlabeled ? 0 : 1;
  return data.voted.followed.empty() || data.sum(given) == 0 ? data.labels
                                                             : labels;
}

std::vector<std::string> sort_class_names(std::vector<std::string> names) {
  std::sort(names.begin(), names.end(), class_before);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::int32_t find_class(std::span<const std::string> classes,
                        const std::string& name) {
  const auto found =
      std::lower_bound(classes.begin(), classes.end(), name, class_before);
  if (found == classes.end() || *found != name) return kUnlabeled;
  return static_cast<std::int32_t>(found - classes.begin());
}

std::int32_t find_number(std::span<const std::string> classes,
                         const std::string& name) {
  const std::int32_t exact = find_class(classes, name);
  return exact != kUnlabeled ? exact : shortest_spelling(classes, name);
}

std::int32_t shortest_spelling(std::span<const std::string> classes,
                               const std::string& name) {
  const auto value = as_number(name);
  if (!value) return find_class(classes, name);
  const std::string exact = exact_spelling(name);
  auto at = std::partition_point(classes.begin(), classes.end(),
                                 [&](const std::string& other) {
                                   const auto number = as_number(other);
                                   return number && *number < *value;
                                 });
  for (; at != classes.end() && as_number(*at) == value; ++at)
    if (exact_spelling(*at) == exact)
      return static_cast<std::int32_t>(at - classes.begin());
  return kUnlabeled;
}

Dataset with_seeds(const Dataset& data, const SeedRows& seeds) {
  const Index count = seeds.rows.rows();
  const bool last = data.ranks.rank() + 1 == data.ranks.size();
  if (count == 0 || !last) return data;
  require(std::ssize(seeds.labels) == count &&
              std::ssize(seeds.costs) == count &&
              seeds.rows.cols() <= data.rows.cols(),
          "seed rows: expected a label and a cost for each, in the features of "
          "the data");
  Dataset joined = data;
  joined.rows = data.rows.followed_by(seeds.rows);
  joined.seeds += count;
  joined.labels.insert(joined.labels.end(), seeds.labels.begin(),
                       seeds.labels.end());
  joined.costs.resize(data.rows.rows(), 1.0);
  joined.costs.insert(joined.costs.end(), seeds.costs.begin(),
                      seeds.costs.end());
  return joined;
}

Dataset select(const Dataset& data, std::span<const Index> rows) {
  require_valid(data);
  Dataset chosen;
  chosen.rows = data.rows.select(rows);
  chosen.classes = data.classes;
  chosen.ranks = data.ranks;
  chosen.multi_label = data.multi_label;
  chosen.vectors = data.vectors;
  chosen.pieces = data.pieces;
  for (const Index i : rows) {
    chosen.seeds += i < data.documents() ? 0 : 1;
    chosen.labels.push_back(data.labels[i]);
    if (!data.costs.empty()) chosen.costs.push_back(data.costs[i]);
    if (i >= std::ssize(data.voted.labels)) continue;
    chosen.voted.labels.push_back(data.voted.labels[i]);
    chosen.voted.followed.push_back(data.voted.followed[i]);
  }
  chosen.voted.class_sizes = data.voted.class_sizes;
  return chosen;
}

}  // namespace semilin
