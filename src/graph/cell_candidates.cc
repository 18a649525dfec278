// Approximate search for many dense rows: through cells (cell_search.h), then
// neighbor descent (Dong, Charikar, Li 2011). If the cells miss too many of
// the neighbors of a sample, rounds follow in which a row looks at the
// neighbors of its neighbors as the last round left them.
#include <algorithm>

#include "semilin/graph/neighbors.h"

#include "graph/candidates.h"
#include "graph/cell_search.h"
#include "graph/links.h"

namespace semilin {
namespace {

// Rounds of descent at most. They end when this share of the neighbors of so
// many rows is found, or when a round has added less than kLeastGain.
constexpr Index kDescents = 5;
constexpr double kEnoughRecall = 0.985;
constexpr double kLeastGain = 0.002;
constexpr Index kJudgedRows = 400;
// The parts of the remaining work, as they are reported.
constexpr double kLooking = 0.3;
constexpr double kDescending = 0.4;
// Queries of a task; slots that queries look at together.
constexpr Index kDescentQueries = 16 * ScorePanels::kQueries;
constexpr Index kJudgedQueries = 2 * ScorePanels::kQueries;
constexpr Index kJudgedSlots = 512;

// Rows by which the others are judged.
class Sample {
 public:
  Sample(const CandidateProblem& problem, const DenseSearch& search,
         Steps& steps)
      : problem_(problem),
        rows_(std::min(kJudgedRows, problem.rows.rows)),
        truth_(rows_.size() * problem.count, kNoNeighbor) {
    const Index size = std::ssize(rows_);
    for (Index s = 0; s < size; ++s)
      rows_[s] = static_cast<std::int32_t>(problem.rows.rows * s / size);
    steps(Steps::kPreparing, size, kJudgedQueries, [&](Index begin, Index end) {
      DenseQueries queries = search.queries(
          problem.rows, true, {rows_.begin() + begin, rows_.begin() + end});
      search.search_all(queries, kJudgedSlots);
      store(queries.best, begin, truth_);
    });
  }

  // The same, of whom only those of the sample ask.
  [[nodiscard]] Asking only_sampled(Asking asking) const {
    std::erase_if(asking.order, [&](std::int32_t i) {
      return !std::binary_search(rows_.begin(), rows_.end(), i);
    });
    return asking;
  }

  // The share of their neighbors that are in `found`.
  [[nodiscard]] double recall(const Candidates& found) const {
    const Index count = problem_.count;
    double hits = 0, all = 1e-9;
    for (std::size_t s = 0; s < rows_.size(); ++s) {
      const auto list = std::span(found).subspan(rows_[s] * count, count);
      for (Index c = 0; c < problem_.wanted; ++c) {
        const std::int32_t j = truth_[s * count + c];
        if (j == kNoNeighbor) continue;
        hits += std::find(list.begin(), list.end(), j) != list.end() ? 1 : 0;
        ++all;
      }
    }
    return hits / all;
  }

 private:
  const CandidateProblem& problem_;
  RowIds rows_;  // ascending
  Candidates truth_;
};

// The candidates among the neighbors of those `given`. The queries of a cell
// are handled together, since most of the rows that they look at are the same.
Candidates descend(const CellSearch& cells, const Asking& asking,
                   const Candidates& given, const Links& links, Steps& steps) {
  Candidates found(given.size(), kNoNeighbor);
  const Index count = std::ssize(given) / std::max<Index>(asking.rows.rows, 1);
  const Index width = links.width();
  const RowIds& order = asking.order;
  const auto run = [&](Index begin, Index end) {
    DenseQueries queries = cells.search().queries(
        asking.rows, asking.same, {order.begin() + begin, order.begin() + end});
    DistinctRows rows(count + 2 * width + 4 * width * width);
    for (Index q = 0; q < end - begin; ++q) {
      const Index i = queries.ids[q];
      const auto list = std::span(given).subspan(i * count, count);
      rows.clear();
      rows.add(list);
      const auto through = asking.same ? links.linked_to(i) : list.first(width);
      rows.add(through);
      for (const std::int32_t j : through)
        if (j != kNoNeighbor) links.prefetch(j);
      for (const std::int32_t j : through)
        if (j != kNoNeighbor) rows.add(links.linked_to(j));
      cells.search().search_rows(queries, q, cells.projected(), rows.rows());
    }
    keep(queries, found);
  };
  steps(kDescending, std::ssize(order), kDescentQueries, run);
  return found;
}

}  // namespace

Candidates cell_candidates(const CandidateProblem& problem) {
  Steps steps(problem);
  CellSearch cells(problem, steps);
  const Sample sample(problem, cells.search(), steps);
  const Asking rows = cells.rows_asking();
  Candidates found =
      cells.look(problem.same ? rows : sample.only_sampled(rows), kLooking);
  double recall = sample.recall(found), gain = 1;
  if (!problem.same && recall < kEnoughRecall)
    found = cells.look(rows, kLooking);
  Index rounds = 0;
  while (rounds < kDescents && recall < kEnoughRecall && gain > kLeastGain) {
    found = descend(cells, rows, found, Links(found, problem.count), steps);
    gain = sample.recall(found) - recall;
    recall += gain;
    ++rounds;
  }
  if (problem.same) return found;
  const Links links(found, problem.count);
  const Asking queries = cells.queries_asking();
  found = cells.look(queries, kLooking);
  for (Index round = 0; round < rounds; ++round)
    found = descend(cells, queries, found, links, steps);
  return found;
}

}  // namespace semilin
