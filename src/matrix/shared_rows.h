// Sums over the parts of the rows that several ranks hold.
#pragma once

#include "semilin/base/ranks.h"
#include "semilin/matrix/csr.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

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
