#include "base/selection.h"

#include <array>
#include <bit>
#include <cstdint>

namespace semilin {
namespace {

using Key = std::uint64_t;

constexpr Key kSign = Key{1} << 63;

// Keys are in the order of the values.
Key key_of(double value) {
  const Key bits = std::bit_cast<Key>(value + 0.0);  // -0 is 0
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

double value_of(Key key) {
  return std::bit_cast<double>((key & kSign) != 0 ? key & ~kSign : ~key);
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

}  // namespace semilin
