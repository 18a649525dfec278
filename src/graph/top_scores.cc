#include "graph/top_scores.h"

#include <algorithm>
#include <limits>

#include "solvers/blocks.h"

namespace semilin {
SEMILIN_CLONES
bool any_reaches(const float* scores, Index size, float least) {
  int any = 0;
  for (Index j = 0; j < size; ++j)
    any |= static_cast<int>(scores[j] >= least);
  return any != 0;
}

SEMILIN_CLONES
bool any_reaches(const float* scores, const float* lengths, float x, Index size,
                 float least) {
  int any = 0;
  for (Index j = 0; j < size; ++j)
    any |= static_cast<int>(scores[j] + x * lengths[j] >= least);
  return any != 0;
}

SEMILIN_CLONES
void raise_to(std::int16_t* highest, const std::int16_t* scores, Index size) {
  for (Index j = 0; j < size; ++j)
    highest[j] = std::max(highest[j], scores[j]);
}

SEMILIN_CLONES
Index find_above(std::int16_t bound, std::span<const std::int16_t> scores,
                 std::int16_t* places) {
  constexpr std::size_t kTogether = 16;
  Index found = 0;
  for (std::size_t begin = 0; begin < scores.size(); begin += kTogether) {
    const std::size_t end = std::min(begin + kTogether, scores.size());
    std::int16_t highest = 0;
    for (std::size_t j = begin; j < end; ++j)
      highest = std::max(highest, scores[j]);
    if (highest <= bound) continue;
    for (std::size_t j = begin; j < end; ++j) {
      places[found] = static_cast<std::int16_t>(j);
      found += scores[j] > bound ? 1 : 0;
    }
  }
  return found;
}

SEMILIN_CLONES
Index count_above(std::int16_t bound, std::span<const std::int16_t> scores) {
  std::int16_t count = 0;
  for (const std::int16_t score : scores)
    count = static_cast<std::int16_t>(count + (score > bound ? 1 : 0));
  return count;
}

// It uses bisection, since a pass over 16-bit numbers without branches costs
// next to nothing.
std::int16_t least_of_highest(Index wanted,
                              std::span<const std::int16_t> scores) {
  int low = 0, high = std::numeric_limits<std::int16_t>::max();
  while (low < high) {
    const int middle = (low + high + 1) / 2;
    const Index count =
        count_above(static_cast<std::int16_t>(middle - 1), scores);
    if (count < wanted) {
      high = middle - 1;
    } else {
      low = middle;
      if (count == wanted) break;
    }
  }
  return static_cast<std::int16_t>(low);
}

}  // namespace semilin
