#include "graph/score_panels.h"

#include "matrix/registers.h"
#include "solvers/blocks.h"

namespace semilin {
namespace {

using Lanes [[gnu::vector_size(32)]] = float;
using LooseLanes [[gnu::vector_size(32), gnu::aligned(4), gnu::may_alias]] =
    float;

// Six queries by sixteen vectors: twelve sums in registers.
template <bool Fused>
SEMILIN_KERNELS_INLINE void multiply_with(const float* queries,
                                          const float* panel, Index depth,
                                          float* out, Index pitch) {
  Lanes low[ScorePanels::kQueries] = {}, high[ScorePanels::kQueries] = {};
  for (Index t = 0; t < depth; ++t) {
    const Lanes a = *reinterpret_cast<const LooseLanes*>(panel + t * 16);
    const Lanes b = *reinterpret_cast<const LooseLanes*>(panel + t * 16 + 8);
#pragma GCC unroll 6
    for (Index q = 0; q < ScorePanels::kQueries; ++q) {
      const Lanes x = queries[q * depth + t] - Lanes{};
      kernels::add_product<Fused>(x, a, low[q]);
      kernels::add_product<Fused>(x, b, high[q]);
    }
  }
#pragma GCC unroll 6
  for (Index q = 0; q < ScorePanels::kQueries; ++q) {
    *reinterpret_cast<LooseLanes*>(out + q * pitch) = low[q];
    *reinterpret_cast<LooseLanes*>(out + q * pitch + 8) = high[q];
  }
}

#if SEMILIN_KERNELS_DISPATCH
SEMILIN_KERNELS_AVX2
void multiply_avx2(const float* queries, const float* panel, Index depth,
                   float* out, Index pitch) {
  multiply_with<true>(queries, panel, depth, out, pitch);
}
#endif

void multiply_panel(const float* queries, const float* panel, Index depth,
                    float* out, Index pitch) {
#if SEMILIN_KERNELS_DISPATCH
  if (kernels::has_avx2())
    return multiply_avx2(queries, panel, depth, out, pitch);
#endif
  multiply_with<kernels::kPlainIsFused>(queries, panel, depth, out, pitch);
}

}  // namespace

// The sums are four vectors of eight.
SEMILIN_CLONES
float dot(const float* x, const float* y, Index size) {
  Lanes sums[4] = {};
  Index e = 0;
  for (; e + 32 <= size; e += 32) {
#pragma GCC unroll 4
    for (Index v = 0; v < 4; ++v) {
      sums[v] += *reinterpret_cast<const LooseLanes*>(x + e + 8 * v) *
                 *reinterpret_cast<const LooseLanes*>(y + e + 8 * v);
    }
  }
  const Lanes all = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  float sum = 0;
  for (int lane = 0; lane < 8; ++lane)
    sum += all[lane];
  for (; e < size; ++e)
    sum += x[e] * y[e];
  return sum;
}

ScorePanels::ScorePanels(Index count, Index depth)
    : count_(count), depth_(depth), panels_(padded(count) * depth, 0.0F) {}

void ScorePanels::multiply(const float* queries, Index groups, Index begin,
                           Index end, float* out, Index pitch) const {
  for (Index j = begin; j < end; j += kWidth) {
    for (Index g = 0; g < groups; ++g) {
      multiply_panel(queries + g * kQueries * depth_,
                     panels_.data() + j * depth_, depth_,
                     out + g * kQueries * pitch + (j - begin), pitch);
    }
  }
}

}  // namespace semilin
