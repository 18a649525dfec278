#include "graph/candidates.h"

#include <algorithm>

#include "semilin/advanced/base/parallel.h"

namespace semilin {

void for_queries(const CandidateProblem& problem, Index size,
                 const std::function<void(Index, Index)>& run, double done) {
  const Index queries = problem.queries.rows;
  const Index tasks = (queries + size - 1) / size;
  const auto go_on = [&](Index count) {
    const double share =
        static_cast<double>(count) / static_cast<double>(tasks);
    return !problem.go_on || problem.go_on(done + (1 - done) * share);
  };
  (void)parallel_for(
      tasks, problem.threads,
      [&](Index task) {
        run(task * size, std::min((task + 1) * size, queries));
      },
      go_on);
}

}  // namespace semilin
