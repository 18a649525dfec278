// Products of many vectors with many others, sixteen at a time: a matrix
// product whose result is used once and not stored.
#pragma once

#include <vector>

#include "semilin/base/index.h"

namespace semilin {

/// x.y of two vectors of `size` floats.
[[nodiscard]] float dot(const float* x, const float* y, Index size);

/// Vectors of `depth` floats, stored for products: panels of kWidth of them,
/// transposed.
class ScorePanels {
 public:
  static constexpr Index kWidth = 16;
  /// Queries that are multiplied together.
  static constexpr Index kQueries = 6;

  ScorePanels(Index count, Index depth);
  /// The least multiple of kWidth that is not below `count`.
  [[nodiscard]] static constexpr Index padded(Index count) {
    return (count + kWidth - 1) / kWidth * kWidth;
  }

  [[nodiscard]] Index depth() const { return depth_; }
  [[nodiscard]] Index count() const { return count_; }
  /// Element t of vector j.
  float& at(Index j, Index t) {
    return panels_[(j / kWidth * depth_ + t) * kWidth + j % kWidth];
  }
  /// out[q, j - begin] = query q . vector j for j = begin, ..., end - 1, where
  /// begin is a multiple of kWidth. `queries` holds `groups` x kQueries vectors
  /// one behind the other. A row of `out` has `pitch` numbers, at least
  /// padded(end - begin).
  void multiply(const float* queries, Index groups, Index begin, Index end,
                float* out, Index pitch) const;

 private:
  Index count_, depth_;
  std::vector<float> panels_;
};

}  // namespace semilin
