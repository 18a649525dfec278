// Numbers in order, where each rank holds some of them.
#ifndef SEMILIN_SRC_BASE_SELECTION_H_
#define SEMILIN_SRC_BASE_SELECTION_H_

#include <span>

#include "semilin/base/ranks.h"

namespace semilin {

/// The n-th smallest (from 0) of the values of all ranks, none of them NaN;
/// needs more than n of them. Eight passes and eight sums of 256 numbers.
[[nodiscard]] double nth_smallest(const Ranks& ranks,
                                  std::span<const double> values, Index n);

}  // namespace semilin

#endif  // SEMILIN_SRC_BASE_SELECTION_H_
