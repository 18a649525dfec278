// A small generator whose numbers are the same on every platform.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "semilin/base/index.h"

namespace semilin {

/// xoshiro256** (Blackman, Vigna 2018), seeded through splitmix64.
class Random {
 public:
  /// Equal seeds give equal numbers on every platform.
  explicit Random(std::uint64_t seed);

  /// 64 uniform bits.
  std::uint64_t bits();
  /// Uniform in [0, 1), a multiple of 2^-53.
  double uniform();
  /// Uniform in {0, ..., n - 1}, without bias; needs n > 0.
  Index below(Index n);
  /// Standard normal (Marsaglia's polar method).
  double normal();
  /// Permutes the items (Fisher, Yates).
  template <class T>
  void shuffle(std::vector<T>& items) {
    shuffle(std::span<T>(items));
  }
  /// Permutes the items of a vector.
  template <class T>
  void shuffle(std::span<T> items) {
    for (Index i = static_cast<Index>(items.size()) - 1; i > 0; --i) {
      std::swap(items[i], items[below(i + 1)]);
    }
  }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace semilin
