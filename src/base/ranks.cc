#include "semilin/base/ranks.h"

#include "base/stopwatch.h"

namespace semilin {
namespace {

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

bool Ranks::first_says(bool own) const {
  return total(rank() == 0 && own ? 1.0 : 0.0) > 0;
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
