#include "matrix/row_functions.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "semilin/base/error.h"

#include "base/parallel.h"
#include "matrix/row_check.h"

namespace semilin {
namespace {

constexpr Index kManyColumns = Index{1} << 24;

// Each once, ascending.
void sort_columns(std::vector<std::int32_t>& columns) {
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
}

}  // namespace

std::vector<float> squared_norms(const CsrStore& rows, int threads) {
  constexpr Index kRowsAtOnce = 64;
  require_valid(rows, threads);
  std::vector<float> squares(rows.rows());
  rows.visit([&](const auto& x) {
    for_ranges(x.rows, kRowsAtOnce, threads, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        squares[i] = static_cast<float>(squared_length(x, i));
    });
  });
  return squares;
}

bool has_scattered_columns(Index cols, Index nonzeros) {
  return cols > kManyColumns && cols / 2 > nonzeros;
}

std::vector<Index> count_holders(const CsrStore& rows) {
  std::vector<Index> counts(rows.cols());
  rows.visit([&](const auto& view) {
    for (Index e = 0; e < view.nonzeros(); ++e)
      ++counts[view.columns[e]];
  });
  return counts;
}

std::vector<std::int32_t> columns_in_use(const CsrStore& rows) {
  require_valid(rows);
  std::vector<std::int32_t> used = rows.visit([](const auto& view) {
    return std::vector<std::int32_t>(view.columns,
                                     view.columns + view.nonzeros());
  });
  sort_columns(used);
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
  own.labels = data.of_all(own.labels);
  own.costs = data.of_all(own.costs);
  own.voted.labels = data.of_all(own.voted.labels);
  own.voted.followed = data.of_all(own.voted.followed);
  own.seeds = data.sum(own.seeds);
  own.ranks = {};
  return own;
}

std::vector<std::int32_t> shared_columns(const Dataset& data) {
  std::vector<std::int32_t> used = columns_in_use(data.rows);
  if (data.whole()) return used;
  used = data.of_all(used);
  sort_columns(used);
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
               data.vectors,
               data.pieces};
  if (!data.costs.empty())
    part.costs.assign(data.costs.begin() + begin, data.costs.begin() + end);
  return part;
}

void require_whole(const Dataset& data, const std::string& what) {
  require(data.whole(), what + ": needs a single rank, not several");
}

}  // namespace semilin
