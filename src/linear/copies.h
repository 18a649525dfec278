// Documents that repeat others: one that is held out must not be known by its
// copy.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "semilin/matrix/dataset.h"

namespace semilin {

/// Finds for each of these rows the first one that it repeats, and returns its
/// place among `rows`. A row repeats another that has the same features; among
/// up to 5,000 rows with few of all features, such as texts, also one to which
/// its cosine is at least 0.95. A row that repeats none, or has no feature, has
/// its own place. Numbers of vectors do not count.
[[nodiscard]] std::vector<Index> copies_among(const Dataset& data,
                                              std::span<const Index> rows);

/// A hash of the features of each of these rows; 0: it has none.
[[nodiscard]] std::vector<std::uint32_t> feature_hashes(
    const Dataset& data, std::span<const Index> rows);

}  // namespace semilin
