// Approximate search by hnswlib (Malkov, Yashunin 2018). The index is built by
// one thread, since the order in which rows enter it decides what it finds; it
// is then asked by all.
#include <algorithm>

#include <hnswlib/hnswlib.h>

#include "semilin/base/error.h"

#include "graph/candidates.h"
#include "graph/dense_rows.h"
#include "graph/score_panels.h"

namespace semilin {
namespace {

// Links of a row; rows looked at while building, and while searching: recall
// at 10 of 0.997 on mnist.
constexpr std::size_t kLinks = 16;
constexpr std::size_t kBuildEffort = 100;
constexpr std::size_t kSearchEffort = 50;
constexpr Index kHnswQueries = 256;
// The part of the time that building takes.
constexpr double kBuilding = 0.8;

// |x - y|^2 in hnswlib's terms.
class Space final : public hnswlib::SpaceInterface<float> {
 public:
  explicit Space(Index size) : size_(size) {}
  std::size_t get_data_size() override { return size_ * sizeof(float); }
  hnswlib::DISTFUNC<float> get_dist_func() override { return distance; }
  void* get_dist_func_param() override { return &size_; }

 private:
  static float distance(const void* x, const void* y, const void* size) {
    return squared_distance(static_cast<const float*>(x),
                            static_cast<const float*>(y),
                            *static_cast<const Index*>(size));
  }
  Index size_;
};

}  // namespace

Candidates hnsw_candidates(const CandidateProblem& problem) {
  const Index rows = problem.rows.rows, cols = problem.rows.cols;
  const Index queries = problem.queries.rows;
  const DenseRow mean = mean_row(problem.rows);
  Space space(cols);
  hnswlib::HierarchicalNSW<float> index(&space, rows, kLinks, kBuildEffort);
  DenseRows one(1, cols);
  Candidates found(queries * problem.count, kNoNeighbor);
  for (Index j = 0; j < rows; ++j) {
    const double done =
        kBuilding * static_cast<double>(j) / static_cast<double>(rows);
    if (j % kHnswQueries == 0 && problem.go_on && !problem.go_on(done))
      return found;
    if (problem.excludes(j)) continue;
    fill_centred(problem.rows, j, j + 1, mean, one);
    index.addPoint(one.data(), j);
  }
  // a row finds itself
  const Index wanted = std::min(problem.count + (problem.same ? 1 : 0), rows);
  index.setEf(std::max<std::size_t>(kSearchEffort, wanted));
  const auto search = [&](Index begin, Index end) {
    DenseRows query(1, cols);
    for (Index q = begin; q < end; ++q) {
      fill_centred(problem.queries, q, q + 1, mean, query);
      Index c = 0;
      for (const auto& [distance, j] :
           index.searchKnnCloserFirst(query.data(), wanted)) {
        const auto id = static_cast<std::int32_t>(j);
        if (c < problem.count && !(problem.same && id == q))
          found[q * problem.count + c++] = id;
      }
    }
  };
  for_queries(problem, kHnswQueries, search, kBuilding);
  return found;
}

}  // namespace semilin
