#include "semilin/base/ranks.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "base/plain_text.h"
#include "base/stopwatch.h"

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

// Counts one call.
class Count {
 public:
  Count(Traffic& traffic, std::size_t bytes) : traffic_(traffic) {
    ++traffic.calls;
    traffic.bytes += static_cast<Index>(bytes);
  }
  Count(const Count&) = delete;
  Count& operator=(const Count&) = delete;
  ~Count() { traffic_.seconds += watch_.seconds(); }

 private:
  Traffic& traffic_;
  Stopwatch watch_;
};

}  // namespace

void Ranks::sum(std::span<double> numbers) const {
  if (!many()) return;
  const Count count(transport_->traffic, numbers.size_bytes());
  transport_->sum(numbers);
}

void Ranks::sum(std::span<float> numbers) const {
  if (!many()) return;
  const Count count(transport_->traffic, numbers.size_bytes());
  transport_->sum(numbers);
}

void Ranks::sum(std::span<Index> counts) const {
  if (!many()) return;
  std::vector<double> numbers(counts.begin(), counts.end());
  sum(numbers);
  std::transform(numbers.begin(), numbers.end(), counts.begin(),
                 [](double number) { return static_cast<Index>(number); });
}

double Ranks::total(double own) const {
  sum({&own, 1});
  return own;
}

Index Ranks::before(Index own) const {
  if (!many()) return 0;
  std::vector<double> counts(size(), 0.0);
  counts[rank()] = static_cast<double>(own);
  sum(counts);
  double before = 0;
  for (int r = 0; r < rank(); ++r)
    before += counts[r];
  return static_cast<Index>(before);
}

double Ranks::nth_smallest(std::span<const double> values, Index n) const {
  Key found = 0;  // the upper bytes that are known
  Key mask = 0;   // ones in these bytes
  for (int shift = 56; shift >= 0; shift -= 8) {
    std::array<double, 256> counts{};
    for (const double value : values) {
      const Key key = key_of(value);
      if ((key & mask) == found) ++counts[(key >> shift) & 0xff];
    }
    sum(counts);
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

bool Ranks::first_says(bool own) const {
  return total(rank() == 0 && own ? 1.0 : 0.0) > 0;
}

std::vector<std::string> Ranks::shared(
    const std::vector<std::string>& own) const {
  if (!many()) return own;
  const std::string text = packed(own, '\0');
  const auto all = shared(std::span<const char>(text));
  return unpacked({all.data(), all.size()}, '\0');
}

std::vector<std::byte> Ranks::gathered_bytes(
    std::span<const std::byte> own) const {
  const Count count(transport_->traffic, own.size());
  return transport_->gather(own);
}

std::vector<std::byte> Ranks::shared_bytes(
    std::span<const std::byte> own) const {
  std::vector<std::byte> all = gathered_bytes(own);
  const Count count(transport_->traffic, all.size());
  transport_->broadcast(all);
  return all;
}

}  // namespace semilin
