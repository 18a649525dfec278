#include "base/selection.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>

namespace semilin {
namespace {

using Key = std::uint64_t;

constexpr Key kSign = Key{1} << 63;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Keys are in the order of the values.
Key key_of(double value) {
  const Key bits = std::bit_cast<Key>(value + 0.0);  // -0 is 0
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

double value_of(Key key) {
  return std::bit_cast<double>((key & kSign) != 0 ? key & ~kSign : ~key);
}

// The weights above the value of a key, and half of those at it.
double weight_above(const Ranks& ranks, std::span<const double> values,
                    std::span<const double> weights, Key key) {
  const double at = value_of(key);
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] >= at) sum += values[i] > at ? weights[i] : weights[i] / 2;
  }
  return ranks.total(sum);
}

}  // namespace

double nth_smallest(const Ranks& ranks, std::span<const double> values,
                    Index n) {
  Key found = 0;  // its upper bytes
  Key mask = 0;   // of them
  for (int shift = 56; shift >= 0; shift -= 8) {
    std::array<double, 256> counts{};
    for (const double value : values) {
      const Key key = key_of(value);
      if ((key & mask) == found) ++counts[(key >> shift) & 0xff];
    }
    ranks.sum(counts);
    Key byte = 0;
    auto left = static_cast<double>(n);
    while (byte < 255 && left >= counts[byte])
      left -= counts[byte++];
    n = static_cast<Index>(left);
    found |= byte << shift;
    mask |= Key{0xff} << shift;
  }
  return value_of(found);
}

Cut cut_by_weight(const Ranks& ranks, std::span<const double> values,
                  std::span<const double> weights, double share) {
  Key low = key_of(-kInfinity);
  Key high = key_of(kInfinity);  // above the cut, if nothing else is
  while (low < high) {
    const Key middle = low + (high - low) / 2;
    if (weight_above(ranks, values, weights, middle) < share) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  const double at = value_of(high);
  Cut cut{-kInfinity, kInfinity};
  for (const double value : values) {
    if (value >= at) cut.high = std::min(cut.high, value);
    if (value < at) cut.low = std::max(cut.low, value);
  }
  for (const Cut& other : ranks.shared(std::span<const Cut>(&cut, 1))) {
    cut.low = std::max(cut.low, other.low);
    cut.high = std::min(cut.high, other.high);
  }
  return cut;
}

}  // namespace semilin
