// Time, recall and memory of the searches for neighbors.
//
//   neighbors_bench [--search auto|exact|approximate] [--neighbors K]
//                   [--sample N] [--threads N] [--dense ROWS [--dimensions N]]
//                   [FILE...]
//
// FILE is svmlight text or a store; --dense makes rows up, see dense_rows, of
// N dimensions (12). A line for each: what was searched, wall and processor
// seconds; recall at K, the share of the true K nearest rows that were found,
// over N rows (1,000) drawn by seed 1, whose true ones come from an exact
// search; and the most memory that the program has taken so far.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <numeric>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <sys/resource.h>

#include "semilin/advanced/base/random.h"
#include "semilin/graph/neighbors.h"
#include "semilin/io/dataset_file.h"

namespace {

using namespace semilin;  // NOLINT(google-build-using-namespace): a program

double wall_seconds() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) +
         1e-6 * static_cast<double>(time.tv_usec);
}

rusage used() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage;
}

double processor_seconds() {
  const rusage usage = used();
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::vector<Index> sampled(Index rows, Index size) {
  std::vector<Index> order(rows);
  std::iota(order.begin(), order.end(), Index{0});
  Random(1).shuffle(order);
  order.resize(std::min(rows, size));
  return order;
}

double recall(const CsrStore& rows, const Neighbors& found,
              const NeighborOptions& options, Index size) {
  const std::vector<Index> sample = sampled(rows.rows(), size);
  NeighborOptions exact = options;
  exact.metric = found.metric;
  exact.search = Search::Exact;
  exact.neighbors = found.k + 1;  // a row finds itself
  const Neighbors truth = nearest_neighbors(rows.select(sample), rows, exact);
  double hits = 0, all = 0;
  for (std::size_t s = 0; s < sample.size(); ++s) {
    const auto ids = found.ids_of(sample[s]);
    Index wanted = found.k;
    for (const std::int32_t j : truth.ids_of(static_cast<Index>(s))) {
      if (j == sample[s] || j == kNoNeighbor || wanted-- == 0) continue;
      hits += std::count(ids.begin(), ids.end(), j) > 0 ? 1 : 0;
      ++all;
    }
  }
  return hits / all;
}

// Rows of 64 columns from 100 normal distributions. Each has a center and
// `dimensions` directions of its own, in which rows lie normally around it, and
// a hundredth of that in all columns.
CsrStore dense_rows(Index size, Index dimensions) {
  constexpr Index kCols = 64, kCenters = 100;
  Random random(1);
  const auto normals = [&random](Index count) {
    std::vector<float> numbers(count);
    for (float& number : numbers)
      number = static_cast<float>(random.normal());
    return numbers;
  };
  const std::vector<float> centers = normals(kCenters * kCols);
  const std::vector<float> directions = normals(kCenters * dimensions * kCols);
  CsrMatrix<float> rows;
  rows.cols = kCols;
  for (Index i = 0; i < size; ++i) {
    const Index center = random.below(kCenters);
    const std::vector<float> place = normals(dimensions);
    const std::vector<float> noise = normals(kCols);
    for (Index t = 0; t < kCols; ++t) {
      float value = centers[center * kCols + t] + 0.01F * noise[t];
      for (Index d = 0; d < dimensions; ++d)
        value += place[d] * directions[(center * dimensions + d) * kCols + t];
      rows.columns.push_back(static_cast<std::int32_t>(t));
      rows.values.push_back(value);
    }
    rows.end_row();
  }
  return CsrStore(std::move(rows));
}

void print_line(const std::string& name, const CsrStore& rows,
                const NeighborOptions& options, Index sample) {
  const double wall = wall_seconds(), processor = processor_seconds();
  const Neighbors found = nearest_neighbors(rows, options);
  std::printf("%s: %ld rows, %s: %.2f s, %.2f of processors", name.c_str(),
              static_cast<long>(rows.rows()),
              std::string(to_string(found.search)).c_str(),
              wall_seconds() - wall, processor_seconds() - processor);
  std::fflush(stdout);
  const long memory = used().ru_maxrss;
  std::printf(", recall %.4f, %.0f MB\n", recall(rows, found, options, sample),
              static_cast<double>(memory) / 1024);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    std::vector<std::string> files;
    std::string search = "auto";
    NeighborOptions options;
    Index sample = 1000, dense = 0, dimensions = 12;
    CLI::App app("time, recall and memory of the searches for neighbors");
    app.add_option("FILE", files);
    app.add_option("--search", search)
        ->check(CLI::IsMember({"auto", "exact", "approximate"}));
    app.add_option("--neighbors", options.neighbors);
    app.add_option("--sample", sample);
    app.add_option("--threads", options.threads);
    app.add_option("--dense", dense);
    app.add_option("--dimensions", dimensions);
    CLI11_PARSE(app, argc, argv);
    for (const Search one : kSearches)
      if (search == to_string(one)) options.search = one;
    for (const std::string& file : files)
      print_line(file, read_dataset({file}).rows, options, sample);
    if (dense > 0)
      print_line("made up", dense_rows(dense, dimensions), options, sample);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "neighbors_bench: %s\n", error.what());
    return 1;
  }
}
