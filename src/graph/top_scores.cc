#include "graph/top_scores.h"

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

}  // namespace semilin
