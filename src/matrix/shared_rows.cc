#include "matrix/shared_rows.h"

#include <utility>

#include "matrix/row_check.h"

namespace semilin {

CsrStore shared_rows(const Ranks& ranks, const CsrStore& rows) {
  if (!ranks.many()) return rows;
  return rows.visit([&]<class Value>(const CsrView<Value>& view) {
    const auto nonzeros = static_cast<std::size_t>(view.nonzeros());
    std::vector<Index> lengths;
    for (Index i = 0; i < view.rows; ++i)
      lengths.push_back(std::ssize(view.row_columns(i)));
    CsrMatrix<Value> all;
    all.cols = view.cols;
    for (const Index length : ranks.shared(std::span<const Index>(lengths)))
      all.offsets.push_back(all.offsets.back() + length);
    all.columns =
        ranks.shared(std::span<const std::int32_t>(view.columns, nonzeros));
    all.values = ranks.shared(std::span<const Value>(view.values, nonzeros));
    return RowCheck::trusted(CsrStore(std::move(all)));
  });
}

Dataset shared_selection(const Dataset& data, std::span<const Index> rows) {
  Dataset own = select(data, rows);
  if (own.costs.empty()) own.costs.assign(rows.size(), 1.0);  // others' may
  if (!data.ranks.many()) return own;
  return {shared_rows(data.ranks, own.rows),
          data.ranks.shared(std::span<const std::int32_t>(own.labels)),
          own.classes, data.ranks.shared(std::span<const double>(own.costs))};
}

}  // namespace semilin
