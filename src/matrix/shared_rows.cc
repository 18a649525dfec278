#include "matrix/shared_rows.h"

#include <algorithm>
#include <utility>

#include "semilin/base/error.h"

#include "matrix/column_numbers.h"
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
  if (data.whole()) return own;
  own.rows = shared_rows(data.ranks, own.rows);
  own.labels = data.ranks.shared(std::span<const std::int32_t>(own.labels));
  own.costs = data.ranks.shared(std::span<const double>(own.costs));
  own.seeds = data.total(own.seeds);
  own.ranks = {};
  return own;
}

std::vector<std::int32_t> shared_columns(const Dataset& data) {
  std::vector<std::int32_t> used = columns_in_use(data.rows);
  if (data.whole()) return used;
  used = data.ranks.shared(std::span<const std::int32_t>(used));
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  return used;
}

Dataset part_of(const Dataset& data, const Ranks& ranks, Index later) {
  if (!ranks.many()) return data;
  const Index rows = data.rows.rows();
  // as equal_ranges cuts all
  const auto bound = [&](Index rank) {
    if (rank == 0 || rank == ranks.size() || rows == 0)
      return rank == 0 ? 0 : rows;
    return data.rows.visit([&](const auto& view) {
      const Index all = view.nonzeros() + later;
      const Index target =
          all / ranks.size() * rank + all % ranks.size() * rank / ranks.size();
      return std::lower_bound(view.offsets, view.offsets + rows,
                              view.offsets[0] + target) -
             view.offsets;
    });
  };
  const Index begin = bound(ranks.rank());
  const Index end = bound(ranks.rank() + 1);
  CsrStore part_rows = data.rows.range(begin, end);
  RowCheck::require_checksums(
      data.rows, begin, end, ranks.rank() + 1 == ranks.size(),
      [&](const PieceChecksum& own) {
        return ranks.shared(std::span<const PieceChecksum>(&own, 1));
      });
  Dataset part{std::move(part_rows),
               {data.labels.begin() + begin, data.labels.begin() + end},
               data.classes,
               {},
               ranks,
               data.multi_label,
               std::clamp(end - data.documents(), Index{0}, end - begin),
               data.vectors};
  if (!data.costs.empty())
    part.costs.assign(data.costs.begin() + begin, data.costs.begin() + end);
  return part;
}

void require_whole(const Dataset& data, const std::string& what) {
  require(data.whole(), what + ": needs a single rank, not several");
}

}  // namespace semilin
