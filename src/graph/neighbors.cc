#include "semilin/graph/neighbors.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "semilin/base/error.h"

#include "base/stopwatch.h"
#include "graph/candidates.h"
#include "graph/sparse_rows.h"
#include "matrix/row_functions.h"

namespace semilin {
namespace {

// How many more candidates than neighbors are kept, lest rounding errors of
// scores change the neighbors; an approximate search of sparse rows keeps
// none.
constexpr Index kSpareCandidates = 6;
// Rows of one task, for which a row is spread out over all columns.
constexpr Index kFilteredRows = 1024;

// The square of the distance of unit vectors at a right angle, rounded.
constexpr double kRightAngle = 2 - 1e-6;

// Up to here an exact search takes some ten seconds of one core.
constexpr double kExactAdditions = 5e10;
// With this many dense rows it takes one to three minutes.
constexpr Index kExactDenseRows = 200'000;

// Reports how far a search is, at most four times a second.
class SearchProgress {
 public:
  SearchProgress(const Progress& progress, Index queries)
      : progress_(progress), queries_(static_cast<double>(queries)) {}
  SearchProgress(const SearchProgress&) = delete;
  SearchProgress& operator=(const SearchProgress&) = delete;

  // The progress of what does the search from `begin` to `end`.
  std::function<bool(double)> part(double begin, double end) {
    if (!progress_) return {};
    return [this, begin, end](double done) {
      return report(begin + (end - begin) * done);
    };
  }

 private:
  static constexpr double kShare = 0.01, kSeconds = 0.25;

  bool report(double done) {
    const double seconds = watch_.seconds();
    if (ended_ || (done < done_ + kShare && seconds < seconds_ + kSeconds))
      return !ended_;
    done_ = done;
    seconds_ = seconds;
    ended_ = !progress_({.stage = "neighbors",
                         .iteration = static_cast<Index>(done * queries_),
                         .unit = "rows",
                         .seconds = seconds,
                         .fraction_done = done});
    return !ended_;
  }

  const Progress& progress_;
  double queries_, done_ = 0, seconds_ = 0;
  bool ended_ = false;
  Stopwatch watch_;
};

// How candidates are found, and what that is called.
struct Plan {
  Search search;
  Candidates (*candidates)(const CandidateProblem&);
  Index spare = kSpareCandidates;
};

Plan plan_for(const CandidateProblem& problem, Search wanted, bool dense) {
  const double additions = additions_of(problem.queries, problem.rows);
  const bool cosine = problem.metric == Metric::Cosine;
  require(wanted != Search::Approximate || dense || cosine,
          "neighbors: an approximate search of sparse rows needs the cosine");
  const bool long_search = dense ? problem.rows.rows > kExactDenseRows
                                 : cosine && additions > kExactAdditions;
  if (wanted == Search::Approximate ||
      (wanted == Search::Auto && problem.same && long_search)) {
    if (dense) return {Search::Approximate, cell_candidates};
    return {Search::Approximate, pruned_candidates, 0};
  }
  // One addition, or entry of the index, costs as much as 30 columns of a pair,
  // most of which are bounded and never multiplied; and a row that is prepared
  // for products about as much as 15 pairs.
  const double entries = static_cast<double>(problem.rows.nonzeros());
  const bool products = 30 * (additions + entries) >
                        (15 + static_cast<double>(problem.queries.rows)) *
                            static_cast<double>(problem.rows.rows) *
                            static_cast<double>(problem.rows.cols);
  return {Search::Exact, products ? dense_candidates : sparse_candidates};
}

// Sorts the candidates of query i, which is x, by distance and keeps the k
// nearest.
void keep_nearest(const CandidateProblem& problem, Index i, ScatteredRow& x,
                  const std::int32_t* candidates, Index k, std::int32_t* ids,
                  float* distances) {
  x.set(problem.queries, i);
  std::vector<std::pair<double, std::int32_t>> found;
  const bool alone = problem.metric == Metric::Cosine &&
                     problem.queries.row_columns(i).empty();
  for (Index c = 0; c < problem.count && !alone; ++c) {
    const std::int32_t j = candidates[c];
    if (j == kNoNeighbor) continue;
    const double square = x.squared_distance(problem.rows, j);
    if (problem.metric == Metric::Cosine && square >= kRightAngle) continue;
    found.emplace_back(square, j);
  }
  std::sort(found.begin(), found.end());
  for (Index c = 0; c < k; ++c) {
    const bool exists = c < static_cast<Index>(found.size());
    ids[c] = exists ? found[c].second : kNoNeighbor;
    distances[c] = exists ? static_cast<float>(std::sqrt(found[c].first))
                          : std::numeric_limits<float>::infinity();
  }
}

Metric metric_of(const NeighborOptions& options, bool dense) {
  if (options.metric != Metric::Auto) return options.metric;
  return dense ? Metric::Euclidean : Metric::Cosine;
}

void require_enough(Index others, Index k) {
  if (k > others)
    throw DataError("neighbors: expected at least " + std::to_string(k) +
                    " other rows for " + std::to_string(k) +
                    " neighbors, found " + std::to_string(others));
}

// The nearest of `rows` of each query; if these are the `same`, of all others.
Neighbors search(const CsrStore& queries, const CsrStore& rows, bool same,
                 const NeighborOptions& options, const Progress& progress) {
  constexpr double kFinding = 0.9;  // share of the time
  require_within_bounds(options);
  const Index k = options.neighbors, others = rows.rows() - (same ? 1 : 0);
  require_enough(others, k);
  const bool dense = is_dense(rows);
  const Metric metric = metric_of(options, dense);
  const Index cols = std::max(queries.cols(), rows.cols());
  const CsrStore points = as_floats(rows, metric, cols);
  const CsrStore asked = same ? points : as_floats(queries, metric, cols);
  CandidateProblem problem = {
      floats_of(asked), floats_of(points), metric, same, k, k, options.threads};
  const Plan plan = plan_for(problem, options.search, dense);
  SearchProgress reports(progress, queries.rows());
  problem.count = std::min(k + plan.spare, others);
  problem.go_on = reports.part(0, kFinding);
  const Candidates candidates = plan.candidates(problem);
  Neighbors result{metric, k, {}, {}, plan.search};
  result.ids.resize(queries.rows() * k);
  result.distances.resize(queries.rows() * k);
  problem.go_on = reports.part(kFinding, 1);
  Steps steps(problem);
  steps(1, queries.rows(), kFilteredRows, [&](Index begin, Index end) {
    ScatteredRow x(cols);
    for (Index i = begin; i < end; ++i) {
      keep_nearest(problem, i, x, candidates.data() + i * problem.count, k,
                   result.ids.data() + i * k, result.distances.data() + i * k);
    }
  });
  return result;
}

}  // namespace

std::string_view to_string(Metric metric) {
  constexpr std::string_view kNames[] = {"auto", "cosine", "euclidean"};
  return kNames[static_cast<std::size_t>(metric)];
}

std::string_view to_string(Search search) {
  constexpr std::string_view kNames[] = {"auto", "exact", "approximate"};
  return kNames[static_cast<std::size_t>(search)];
}

bool is_dense(const CsrStore& rows) {
  return 20.0 * static_cast<double>(rows.nonzeros()) >
         static_cast<double>(rows.rows()) * static_cast<double>(rows.cols());
}

Neighbors nearest_neighbors(const CsrStore& given,
                            const NeighborOptions& options,
                            const Progress& progress) {
  require_valid(given, options.threads);
  const CsrStore rows = has_scattered_columns(given.cols(), given.nonzeros())
                            ? renumbered(given, columns_in_use(given))
                            : given;
  return search(rows, rows, true, options, progress);
}

Neighbors nearest_of(const Neighbors& found, Index k) {
  require(k >= 1 && k <= found.k, "neighbors: found " +
                                      std::to_string(found.k) + ", asked for " +
                                      std::to_string(k) + " of them");
  Neighbors nearest{found.metric, k, {}, {}, found.search};
  for (Index i = 0; i < found.points(); ++i) {
    const auto ids = found.ids_of(i).first(k);
    const auto distances = found.distances_of(i).first(k);
    nearest.ids.insert(nearest.ids.end(), ids.begin(), ids.end());
    nearest.distances.insert(nearest.distances.end(), distances.begin(),
                             distances.end());
  }
  return nearest;
}

Neighbors nearest_neighbors(const CsrStore& queries, const CsrStore& rows,
                            const NeighborOptions& options,
                            const Progress& progress) {
  require_valid(queries, options.threads);
  require_valid(rows, options.threads);
  return search(queries, rows, false, options, progress);
}

}  // namespace semilin
