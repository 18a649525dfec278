// The optimal assignment, which names the classes of a partition.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace semilin {

/// The permutation `name` with the largest sum_j agreement(name_j, j), name_j
/// the new name of class j; `agreement` is K x K, row-major, finite. By
/// shortest augmenting paths (Kuhn 1955, Munkres 1957), O(K^3).
[[nodiscard]] std::vector<std::int32_t> optimal_assignment(
    int classes, std::span<const double> agreement);

}  // namespace semilin
