#include "matrix/column_numbers.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "matrix/row_check.h"

namespace semilin {
namespace {

constexpr Index kManyColumns = Index{1} << 24;

}  // namespace

bool has_scattered_columns(Index cols, Index nonzeros) {
  return cols > kManyColumns && cols / 2 > nonzeros;
}

std::vector<std::int32_t> columns_in_use(const CsrStore& rows) {
  require_valid(rows);
  std::vector<std::int32_t> used = rows.visit([](const auto& view) {
    return std::vector<std::int32_t>(view.columns,
                                     view.columns + view.nonzeros());
  });
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
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
