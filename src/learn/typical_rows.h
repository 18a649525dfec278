// Rows that are typical of different parts of the data.
#pragma once

#include <cstdint>
#include <vector>

#include "semilin/base/progress.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// Up to `count` unlabeled rows, each the nearest to the middle of a part of
/// the data that holds no labeled row, those of large parts first. There are
/// `count` parts and one for each labeled row, at most kMostParts: clusters of
/// spherical k-means (Dhillon, Modha, Machine Learning 42, 2001), the best of
/// some runs from rows drawn by chance. A part of less than a quarter of the
/// mean size gives no row, for its row would be an outlier, and a row of zeros
/// belongs to none. Of more than 10,000 unlabeled rows a sample is looked at.
/// The result does not depend on the threads. Throws Interrupted.
[[nodiscard]] std::vector<Index> typical_rows(const Dataset& data, Index count,
                                              std::uint64_t seed, int threads,
                                              const Progress& progress);
inline constexpr Index kMostParts = 50;

}  // namespace semilin
