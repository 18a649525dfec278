// Dense rows: blocks of queries beside blocks of rows (dense_search.h).
#include "graph/candidates.h"
#include "graph/dense_search.h"
#include "graph/steps.h"

namespace semilin {
namespace {

// Queries of a task and rows of a block: their bounds stay in the cache.
constexpr Index kDenseQueries = 16 * ScorePanels::kQueries;
constexpr Index kDenseBlockRows = 512;

}  // namespace

Candidates dense_candidates(const CandidateProblem& problem) {
  const Index rows = problem.rows.rows;
  Steps steps(problem);
  Candidates found(problem.queries.rows * problem.count, kNoNeighbor);
  const DenseFrame frame(problem.rows);
  const DenseSearch search(problem, frame, row_numbers(0, rows), steps);
  steps(1, problem.queries.rows, kDenseQueries, [&](Index begin, Index end) {
    DenseQueries queries =
        search.queries(problem.queries, problem.same, row_numbers(begin, end));
    search.search_all(queries, kDenseBlockRows);
    store(queries.best, begin, found);
  });
  return found;
}

}  // namespace semilin
