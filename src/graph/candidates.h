// Rows that may be among the nearest, as the searches find them before
// distances are computed.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/base/progress.h"
#include "semilin/graph/neighbors.h"
#include "semilin/matrix/csr.h"

#include "base/parallel.h"

namespace semilin {

/// A search for the rows y_j nearest to every query x.
struct CandidateProblem {
  CsrView<float> queries;
  CsrView<float> rows;  ///< rows with as many columns
  /// Cosine: queries and rows have unit length, or none.
  Metric metric = Metric::Cosine;
  bool same = false;  ///< query i is row i, and not its own neighbor
  Index wanted = 0;   ///< how many neighbors of each query
  Index count = 0;    ///< how many candidates: some more
  int threads = 0;
  /// Called with the part of the search that is done; false ends it, which then
  /// throws Interrupted. Empty: never asked.
  std::function<bool(double)> go_on = {};

  /// Whether row j is nobody's neighbor: an empty one, with the cosine.
  [[nodiscard]] bool excludes(Index j) const {
    return metric == Metric::Cosine && rows.offsets[j] == rows.offsets[j + 1];
  }
};

/// A search in several steps, each of which can be ended.
class Steps {
 public:
  /// The part of the rest of a search that a step of its preparations takes.
  static constexpr double kPreparing = 0.02;

  /// Keeps the problem.
  explicit Steps(const CandidateProblem& problem) : problem_(problem) {}

  /// run(begin, end) for 0, ..., count - 1, `size` at a time. `part`: the share
  /// of the remaining work that this step is. Throws Interrupted if the search
  /// is to end.
  void operator()(double part, Index count, Index size,
                  const std::function<void(Index, Index)>& run) {
    const double left = part * (1 - done_);
    const auto go_on = [&](double share) {
      return !problem_.go_on || problem_.go_on(done_ + left * share);
    };
    if (!for_ranges(count, size, problem_.threads, run, go_on))
      throw Interrupted();
    done_ += left;
  }

 private:
  const CandidateProblem& problem_;
  double done_ = 0;
};

/// queries x count, in any order; kNoNeighbor fills the rest of a list. The
/// result does not depend on the number of threads.
using Candidates = std::vector<std::int32_t>;

/// What search.run(begin, end, found) finds for the queries, `size` at a time.
template <class Search>
Candidates candidates_of(const Search& search, const CandidateProblem& problem,
                         Index size) {
  const Index queries = problem.queries.rows;
  Candidates found(queries * problem.count, kNoNeighbor);
  Steps steps(problem);
  steps(1, queries, size,
        [&](Index begin, Index end) { search.run(begin, end, found); });
  return found;
}

/// Sparse rows: a query times an inverted index. With the cosine only rows
/// of a positive one are found.
[[nodiscard]] Candidates sparse_candidates(const CandidateProblem& problem);

/// Dense rows: blocks of queries times blocks of rows, in a few directions.
[[nodiscard]] Candidates dense_candidates(const CandidateProblem& problem);

/// Many sparse rows with the cosine: approximate, through pruned lists.
[[nodiscard]] Candidates pruned_candidates(const CandidateProblem& problem);

/// Many dense rows: approximate, through cells of rows and the neighbors
/// of neighbors.
[[nodiscard]] Candidates cell_candidates(const CandidateProblem& problem);

}  // namespace semilin
