#include "semilin/advanced/base/random.h"

#include <bit>
#include <cmath>

#include "semilin/base/error.h"

namespace semilin {

Random::Random(std::uint64_t seed) {
  for (std::uint64_t& word : state_) {
    seed += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = seed;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    word = z ^ (z >> 31);
  }
}

std::uint64_t Random::bits() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

double Random::uniform() {
  return static_cast<double>(bits() >> 11) * 0x1.0p-53;
}

Index Random::below(Index n) {
  require(n > 0, "Random::below: n must be positive");
  const auto bound = static_cast<std::uint64_t>(n);
  const std::uint64_t threshold = (0 - bound) % bound;  // 2^64 mod n
  std::uint64_t draw = bits();
  while (draw < threshold)
    draw = bits();
  return static_cast<Index>(draw % bound);
}

double Random::normal() {
  while (true) {
    const double a = 2 * uniform() - 1;
    const double b = 2 * uniform() - 1;
    const double square = a * a + b * b;
    if (square > 0 && square < 1) {
      return a * std::sqrt(-2 * std::log(square) / square);
    }
  }
}

}  // namespace semilin
