// Graphs of real data against a slow search.
#include "semilin/graph/neighbors.h"
#include "semilin/io/dataset_file.h"

#include "support/test.h"

namespace semilin {
namespace {

// Train and test rows together, or nothing without SEMILIN_DATA.
CsrStore real_rows(const std::string& name) {
  const char* folder = std::getenv("SEMILIN_DATA");
  if (folder == nullptr) return {};
  const std::string path = std::string(folder) + "/" + name;
  return read_dataset({path + "/train.svm.gz", path + "/test.svm.gz"}).rows;
}

// The distances from row i to all others, ascending; with the cosine an empty
// row is no neighbor.
std::vector<double> sorted_distances(const CsrStore& rows, Index i,
                                     Metric metric) {
  std::vector<double> all;
  rows.visit([&](const auto& view) {
    std::vector<double> x(view.cols, 0.0);
    const auto product = [&](Index j) {  // x'y
      double sum = 0;
      for (Index z = view.offsets[j]; z < view.offsets[j + 1]; ++z)
        sum += static_cast<double>(view.values[z]) * x[view.columns[z]];
      return sum;
    };
    const auto square = [&](Index j) {
      double sum = 0;
      for (const auto value : view.row_values(j))
        sum += static_cast<double>(value) * value;
      return sum;
    };
    for (Index z = view.offsets[i]; z < view.offsets[i + 1]; ++z)
      x[view.columns[z]] = view.values[z];
    for (Index j = 0; j < view.rows; ++j) {
      const double a = square(i), b = square(j);
      if (j == i || (metric == Metric::Cosine && b == 0)) continue;
      const double far = metric == Metric::Cosine
                             ? 2 - 2 * product(j) / std::sqrt(a * b)
                             : a + b - 2 * product(j);
      all.push_back(std::sqrt(std::max(0.0, far)));
    }
  });
  std::sort(all.begin(), all.end());
  return all;
}

void check_sample(const std::string& name) {
  const CsrStore rows = real_rows(name);
  if (rows.rows() == 0) {
    MESSAGE("SKIPPED: needs SEMILIN_DATA");
    return;
  }
  const Neighbors found = nearest_neighbors(rows);
  Random random(1);
  for (int sample = 0; sample < 30; ++sample) {
    const Index i = random.below(rows.rows());
    if (found.ids_of(i)[0] == kNoNeighbor) continue;
    const auto expected = sorted_distances(rows, i, found.metric);
    for (Index c = 0; c < found.k; ++c) {
      // the oracle's difference of squares loses half of double's digits
      CHECK(std::abs(found.distances_of(i)[c] - expected[c]) < 1e-5);
    }
  }
}

TEST_SUITE("data") {
  TEST_CASE("neighbors of 20news_stripped agree with a slow search") {
    check_sample("20news_stripped");
  }
}

TEST_CASE("neighbors of usps agree with a slow search") {
  check_sample("usps");
}

}  // namespace
}  // namespace semilin
