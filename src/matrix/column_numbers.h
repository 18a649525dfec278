// Columns numbered anew: rows whose features are numbers up to 2^31 (hashes)
// need no place for those that never occur.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "semilin/matrix/csr.h"

namespace semilin {

/// True for more than 2^24 columns of which more than half cannot occur.
[[nodiscard]] bool has_scattered_columns(Index cols, Index nonzeros);

/// The columns that occur in them, ascending.
[[nodiscard]] std::vector<std::int32_t> columns_in_use(const CsrStore& rows);

/// The rows with column j for numbers[j], which ascend, and no other columns.
[[nodiscard]] CsrStore renumbered(const CsrStore& rows,
                                  std::span<const std::int32_t> numbers);

/// The rows with the columns from `begin` to `end` - 1 alone, as columns from
/// 0.
[[nodiscard]] CsrStore column_range(const CsrStore& rows, Index begin,
                                    Index end);

}  // namespace semilin
