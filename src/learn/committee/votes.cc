#include "learn/committee/votes.h"

#include <functional>
#include <numeric>

namespace semilin {

double agreement(const Votes& one, const Votes& other) {
  const double same = std::inner_product(
      one.begin(), one.end(), other.begin(), 0.0, std::plus<>(),
      [](std::int32_t a, std::int32_t b) { return a == b ? 1.0 : 0.0; });
  return same / static_cast<double>(one.size());
}

double kappa(const Votes& one, const Votes& other, int classes) {
  std::vector<double> of_one(classes, 0.0), of_other(classes, 0.0);
  for (std::size_t i = 0; i < one.size(); ++i) {
    ++of_one[one[i]];
    ++of_other[other[i]];
  }
  const auto rows = static_cast<double>(one.size());
  const double chance =
      std::inner_product(of_one.begin(), of_one.end(), of_other.begin(), 0.0) /
      (rows * rows);
  if (chance >= 1) return 0;
  return (agreement(one, other) - chance) / (1 - chance);
}

double mean_kappa(const std::vector<Votes>& members, int classes) {
  double sum = 0;
  int pairs = 0;
  for (std::size_t a = 0; a < members.size(); ++a) {
    for (std::size_t b = a + 1; b < members.size(); ++b) {
      sum += kappa(members[a], members[b], classes);
      ++pairs;
    }
  }
  return pairs > 0 ? sum / pairs : 0;
}

}  // namespace semilin
