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

/// Two neighbors among the values of all ranks: those from `high` on lie above
/// a cut, those up to `low` below it. -inf and inf: there are none.
struct Cut {
  double low, high;
};

/// The cut above which lie the values of which the weights above, and half of
/// their own, come to less than `share`; equal values stay together. 64 passes
/// and as many sums of a number.
[[nodiscard]] Cut cut_by_weight(const Ranks& ranks,
                                std::span<const double> values,
                                std::span<const double> weights, double share);

}  // namespace semilin

#endif  // SEMILIN_SRC_BASE_SELECTION_H_
