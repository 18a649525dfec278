// Numbers and rows that are made of rows: their lengths, their columns numbered
// anew, those of all ranks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "semilin/base/ranks.h"
#include "semilin/matrix/csr.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// |x_i|^2.
template <class Value>
[[nodiscard]] double squared_length(const CsrView<Value>& rows, Index i) {
  double sum = 0;
  for (const Value value : rows.row_values(i))
    sum += static_cast<double>(value) * static_cast<double>(value);
  return sum;
}

/// |x_i|^2 of every row, good to float's accuracy.
[[nodiscard]] std::vector<float> squared_norms(const CsrStore& rows,
                                               int threads);

/// True for more than 2^24 columns of which more than half cannot occur: rows
/// whose features are numbers up to 2^31 (hashes) need no place for those that
/// never occur.
[[nodiscard]] bool has_scattered_columns(Index cols, Index nonzeros);

/// The number of rows with each column.
[[nodiscard]] std::vector<Index> count_holders(const CsrStore& rows);

/// The columns that occur in them, ascending.
[[nodiscard]] std::vector<std::int32_t> columns_in_use(const CsrStore& rows);

/// The rows with column j for numbers[j], which ascend, and no other columns.
[[nodiscard]] CsrStore renumbered(const CsrStore& rows,
                                  std::span<const std::int32_t> numbers);

/// The rows with the columns from `begin` to `end` - 1 alone, as columns from
/// 0.
[[nodiscard]] CsrStore column_range(const CsrStore& rows, Index begin,
                                    Index end);

/// The rows of all ranks, in their order; of a single rank, `rows` itself. All
/// ranks have the same number of columns and the same type of values.
[[nodiscard]] CsrStore shared_rows(const Ranks& ranks, const CsrStore& rows);

/// The data's `rows` of all ranks, likewise, each with its cost: data of a
/// single rank.
[[nodiscard]] Dataset shared_selection(const Dataset& data,
                                       std::span<const Index> rows);

/// The columns that occur in the rows of all ranks, ascending.
[[nodiscard]] std::vector<std::int32_t> shared_columns(const Dataset& data);

}  // namespace semilin
