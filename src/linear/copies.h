// Documents that repeat others: one that is held out must not be known by its
// copy.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "semilin/matrix/dataset.h"

namespace semilin {

/// For each of these rows the place among `rows` of the first one that it is a
/// copy of: a row with the same features, or, among up to 5,000 rows of which
/// few have each feature, as of texts, with a cosine of at least 0.95 to it. A
/// row that is no copy, or has no feature, has its own place. Numbers of
/// vectors do not count.
[[nodiscard]] std::vector<Index> copies_among(const Dataset& data,
                                              std::span<const Index> rows);

/// A hash of the features of each of these rows; 0: it has none.
[[nodiscard]] std::vector<std::uint32_t> feature_hashes(
    const Dataset& data, std::span<const Index> rows);

}  // namespace semilin
