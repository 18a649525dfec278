#include "learn/seed_vectors.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace semilin {
namespace {

// Where a column occurs among the seeds.
struct Occurrence {
  Index seed = 0;
  double value = 0;
};

std::vector<std::vector<Occurrence>> occurrences(const CsrStore& seeds,
                                                 Index columns) {
  std::vector<std::vector<Occurrence>> all(columns);
  seeds.visit([&](const auto& view) {
    for (Index s = 0; s < view.rows; ++s)
      for (Index e = view.offsets[s]; e < view.offsets[s + 1]; ++e)
        all[view.columns[e]].push_back({s, view.values[e]});
  });
  return all;
}

// seeds x vectors.count
std::vector<double> summed_vectors(const Dataset& data, const CsrStore& seeds) {
  const Index first = data.vectors.first;
  const Index count = data.vectors.count;
  const auto seeds_with = occurrences(seeds, first);
  std::vector<double> sums(seeds.rows() * count), products(seeds.rows());
  data.rows.visit([&](const auto& view) {
    for (Index i = 0; i < view.rows; ++i) {
      std::fill(products.begin(), products.end(), 0.0);
      const Index end = view.offsets[i + 1];
      Index e = view.offsets[i];
      for (; e < end && view.columns[e] < first; ++e)
        for (const Occurrence& one : seeds_with[view.columns[e]])
          products[one.seed] += one.value * view.values[e];
      for (Index s = 0; s < seeds.rows(); ++s) {
        if (products[s] == 0) continue;
        for (Index v = e; v < end; ++v)
          sums[s * count + view.columns[v] - first] +=
              products[s] * view.values[v];
      }
    }
  });
  data.complete(sums);
  return sums;
}

}  // namespace

CsrStore seed_vectors(const Dataset& data, const CsrStore& seeds,
                      double length) {
  const Index count = data.vectors.count;
  const std::vector<double> sums = summed_vectors(data, seeds);
  CsrMatrix<float> vectors;
  vectors.cols = count;
  for (Index s = 0; s < seeds.rows(); ++s) {
    const double* sum = sums.data() + s * count;
    const double norm =
        std::sqrt(std::inner_product(sum, sum + count, sum, 0.0));
    for (Index j = 0; j < count && norm > 0; ++j) {
      vectors.columns.push_back(static_cast<std::int32_t>(j));
      vectors.values.push_back(static_cast<float>(length * sum[j] / norm));
    }
    vectors.end_row();
  }
  return CsrStore(std::move(vectors));
}

}  // namespace semilin
