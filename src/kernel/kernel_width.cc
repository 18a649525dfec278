#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "semilin/advanced/base/random.h"
#include "semilin/advanced/kernel/kernel.h"
#include "semilin/base/error.h"

namespace semilin {
namespace {

constexpr Index kNeighbor = 10;
constexpr Index kSample = 1000;

std::vector<Index> sample(Index rows, std::uint64_t seed) {
  std::vector<Index> all(rows);
  std::iota(all.begin(), all.end(), Index{0});
  Random(seed).shuffle(all);
  all.resize(std::min(rows, kSample));
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

double default_width(const CsrStore& rows, int threads, std::uint64_t seed) {
  if (rows.rows() < 2) return 1;
  // each row is its own first neighbor
  const Index k = std::min(kNeighbor + 1, rows.rows());
  const Neighbors found = nearest_neighbors(
      rows.select(sample(rows.rows(), seed)), rows,
      {.neighbors = k, .metric = Metric::Euclidean, .threads = threads});
  double sum = 0;
  for (Index i = 0; i < found.points(); ++i)
    sum += found.distances_of(i)[k - 1];
  if (!std::isfinite(sum)) {
    throw DataError(
        "expected values of moderate size, found distances that overflow");
  }
  return sum > 0 ? sum / static_cast<double>(found.points()) : 1;
}

}  // namespace semilin
