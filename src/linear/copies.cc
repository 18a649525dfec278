// Near copies are found as in all-pairs search (Bayardo, Ma, Srikant, WWW
// 2007): two rows of a cosine of at least t have a feature in common among
// those, the rarest first, without which what is left of a row of length 1 is
// shorter than t.
#include "linear/copies.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "matrix/row_functions.h"

namespace semilin {
namespace {

constexpr double kNear = 0.95;     // cosine of near copies
constexpr double kSparse = 0.1;    // entries of texts, at most
constexpr Index kMostNear = 5000;  // rows among which near copies are sought

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15ULL;
  return hash ^ (hash >> 29);
}

// Rows of which only the features before `end` count.
template <class Value>
class Features {
 public:
  Features(const CsrView<Value>& rows, Index end) : rows_(rows), end_(end) {}

  [[nodiscard]] auto columns(Index i) const {
    const auto all = rows_.row_columns(i);
    const auto last =
        end_ < rows_.cols ? std::ranges::lower_bound(all, end_) : all.end();
    return std::span(all.begin(), last);
  }
  [[nodiscard]] auto values(Index i) const {
    return rows_.row_values(i).first(columns(i).size());
  }
  [[nodiscard]] std::uint64_t hash(Index i) const {
    std::uint64_t hash = 1;
    for (const std::int32_t column : columns(i))
      hash = mixed(hash, static_cast<std::uint64_t>(column));
    for (const Value value : values(i))
      hash = mixed(hash, std::bit_cast<std::uint64_t>(double{value}));
    return hash;
  }
  [[nodiscard]] bool are_equal(Index i, Index j) const {
    return std::ranges::equal(columns(i), columns(j)) &&
           std::ranges::equal(values(i), values(j));
  }

 private:
  const CsrView<Value>& rows_;
  Index end_;
};

// Returns the number of entries.
template <class Value>
Index find_equal(const Features<Value>& features, std::span<const Index> rows,
                 std::vector<Index>& first) {
  std::unordered_map<std::uint64_t, Index> seen;
  Index entries = 0;
  for (Index i = 0; i < std::ssize(rows); ++i) {
    const Index size = std::ssize(features.columns(rows[i]));
    entries += size;
    if (size == 0) continue;
    const Index other =
        seen.try_emplace(features.hash(rows[i]), i).first->second;
    if (features.are_equal(rows[i], rows[other])) first[i] = other;
  }
  return entries;
}

template <class Value>
double product(const CsrView<Value>& rows, Index i, Index j) {
  const auto a = rows.row_columns(i), b = rows.row_columns(j);
  const auto x = rows.row_values(i), y = rows.row_values(j);
  double sum = 0;
  for (std::size_t p = 0, q = 0; p < a.size() && q < b.size();) {
    if (a[p] == b[q])
      sum += static_cast<double>(x[p++]) * static_cast<double>(y[q++]);
    else if (a[p] < b[q])
      ++p;
    else
      ++q;
  }
  return sum;
}

// Compares each row that repeats none with those before it.
template <class Value>
void find_near(const CsrView<Value>& rows, const std::vector<Index>& holders,
               std::vector<Index>& first) {
  std::vector<std::vector<Index>> listed(rows.cols);  // rows by rare features
  std::vector<Index> asked(rows.rows, -1);
  std::vector<std::pair<Index, std::size_t>> rarest;  // a heap
  for (Index i = 0; i < rows.rows; ++i) {
    if (first[i] != i) continue;
    const auto columns = rows.row_columns(i);
    const auto values = rows.row_values(i);
    rarest.clear();
    for (std::size_t e = 0; e < columns.size(); ++e)
      rarest.emplace_back(holders[columns[e]], e);
    std::ranges::make_heap(rarest, std::greater<>());
    const double length = squared_length(rows, i);
    double rest = length;
    while (!rarest.empty() && first[i] == i && rest >= kNear * kNear * length) {
      std::ranges::pop_heap(rarest, std::greater<>());
      const std::size_t e = rarest.back().second;
      rarest.pop_back();
      std::vector<Index>& others = listed[columns[e]];
      for (const Index j : others) {
        if (first[i] != i || first[j] != j || asked[j] == i) continue;
        asked[j] = i;
        if (product(rows, i, j) >=
            kNear * std::sqrt(length * squared_length(rows, j)))
          first[i] = j;
      }
      others.push_back(i);
      rest -= static_cast<double>(values[e]) * static_cast<double>(values[e]);
    }
  }
}

}  // namespace

std::vector<std::uint32_t> feature_hashes(const Dataset& data,
                                          std::span<const Index> rows) {
  std::vector<std::uint32_t> hashes;
  data.rows.visit([&]<class Value>(const CsrView<Value>& view) {
    const Features<Value> features(view, data.features());
    for (const Index row : rows)
      hashes.push_back(
          features.columns(row).empty()
              ? 0
              : static_cast<std::uint32_t>(features.hash(row) >> 32));
  });
  return hashes;
}

std::vector<Index> copies_among(const Dataset& data,
                                std::span<const Index> rows) {
  require_valid(data.rows);
  std::vector<Index> first(rows.size());
  std::iota(first.begin(), first.end(), Index{0});
  const Index entries =
      data.rows.visit([&]<class Value>(const CsrView<Value>& view) {
        return find_equal(Features<Value>(view, data.features()), rows, first);
      });
  const auto count = std::ssize(rows);
  if (count > kMostNear ||
      static_cast<double>(entries) > kSparse * static_cast<double>(count) *
                                         static_cast<double>(data.features()))
    return first;
  CsrStore own = data.rows.select(rows);
  if (data.vectors.count > 0) own = column_range(own, 0, data.features());
  if (has_scattered_columns(own.cols(), own.nonzeros()))
    own = renumbered(own, columns_in_use(own));
  const std::vector<Index> holders = count_holders(own);
  own.visit([&](const auto& view) { find_near(view, holders, first); });
  for (Index& place : first)
    place = first[place];  // an equal row may be near to another
  return first;
}

}  // namespace semilin
