#include "matrix/column_numbers.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "matrix/row_check.h"

namespace semilin {
namespace {

constexpr Index kManyColumns = Index{1} << 24;

void make_a_set(std::vector<std::int32_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace

bool has_scattered_columns(const CsrStore& rows, const Ranks& ranks) {
  return rows.cols() > kManyColumns &&
         rows.cols() / 2 > ranks.total(rows.nonzeros());
}

std::vector<std::int32_t> columns_in_use(const CsrStore& rows,
                                         const Ranks& ranks) {
  require_valid(rows);
  std::vector<std::int32_t> used = rows.visit([](const auto& view) {
    return std::vector<std::int32_t>(view.columns,
                                     view.columns + view.nonzeros());
  });
  make_a_set(used);
  if (!ranks.many()) return used;
  used = ranks.shared(std::span<const std::int32_t>(used));
  make_a_set(used);
  return used;
}

CsrStore renumbered(const CsrStore& rows,
                    std::span<const std::int32_t> numbers) {
  require_valid(rows);
  return rows.visit([numbers]<class Value>(const CsrView<Value>& view) {
    CsrMatrix<Value> made;
    made.cols = static_cast<Index>(numbers.size());
    for (Index i = 0; i < view.rows; ++i) {
      auto from = numbers.begin();
      for (Index z = view.offsets[i]; z < view.offsets[i + 1]; ++z) {
        from = std::lower_bound(from, numbers.end(), view.columns[z]);
        if (from == numbers.end()) break;
        if (*from != view.columns[z]) continue;
        made.columns.push_back(
            static_cast<std::int32_t>(from - numbers.begin()));
        made.values.push_back(view.values[z]);
      }
      made.end_row();
    }
    return RowCheck::trusted(CsrStore(std::move(made)));
  });
}

CsrStore column_range(const CsrStore& rows, Index begin, Index end) {
  require_valid(rows);
  return rows.visit([begin, end]<class Value>(const CsrView<Value>& view) {
    CsrMatrix<Value> part;
    part.cols = end - begin;
    for (Index i = 0; i < view.rows; ++i) {
      const auto columns = view.row_columns(i);
      const auto from = std::lower_bound(columns.begin(), columns.end(), begin);
      const auto to = std::lower_bound(from, columns.end(), end);
      std::transform(from, to, std::back_inserter(part.columns),
                     [begin](std::int32_t column) {
                       return static_cast<std::int32_t>(column - begin);
                     });
      const auto values = view.row_values(i);
      part.values.insert(part.values.end(),
                         values.begin() + (from - columns.begin()),
                         values.begin() + (to - columns.begin()));
      part.end_row();
    }
    return RowCheck::trusted(CsrStore(std::move(part)));
  });
}

}  // namespace semilin
