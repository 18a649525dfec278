#include "graph/top_scores.h"

#include <algorithm>

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
std::int16_t highest_of(const std::int16_t* scores, Index size) {
  std::int16_t highest = scores[0];
  for (Index j = 1; j < size; ++j)
    highest = std::max(highest, scores[j]);
  return highest;
}

}  // namespace semilin
