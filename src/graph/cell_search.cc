#include "graph/cell_search.h"

#include <algorithm>
#include <utility>

namespace semilin {
namespace {

// Rows of a cell; rows that a query looks at, or how many for each neighbor
// wanted; and how many times more rows there are in the cells to choose from.
constexpr Index kCellRows = 50;
constexpr Index kLookedAt = 3000;
constexpr Index kLookedAtPerWanted = 20;
constexpr Index kReach = 4;
// Queries of a task, and rows that one projects.
constexpr Index kLookQueries = 16 * ScorePanels::kQueries;
constexpr Index kProjectedRows = 1024;

}  // namespace

CellSearch::CellSearch(const CandidateProblem& problem, Steps& steps)
    : problem_(problem),
      steps_(steps),
      looked_at_(std::max(kLookedAt, kLookedAtPerWanted * problem.count)),
      frame_(problem.rows),
      rows_(projected(problem.rows)),
      cells_(rows_, kCellRows, steps),
      cell_of_(cells_.cells_of(rows_, steps)),
      search_(problem, frame_, slots(), steps) {
  // A query looks at a part of a very large cell, such as many equal rows.
  for (const auto& [begin, end] : ranges_)
    sizes_.push_back(std::min(end - begin, looked_at_));
  near_ = cells_.surroundings(sizes_, kReach * looked_at_, steps);
}

Asking CellSearch::rows_asking() const {
  return {problem_.rows, true, cell_of_, ByKey(cell_of_, cells_.count()).order};
}

Asking CellSearch::queries_asking() {
  const RowIds cells = cells_.cells_of(projected(problem_.queries), steps_);
  return {problem_.queries, false, cells, ByKey(cells, cells_.count()).order};
}

Candidates CellSearch::look(const Asking& asking, double part) {
  Candidates found(asking.rows.rows * problem_.count, kNoNeighbor);
  const RowIds& order = asking.order;
  steps_(part, std::ssize(order), kLookQueries, [&](Index begin, Index end) {
    while (begin < end) {
      const std::int32_t cell = asking.cells[order[begin]];
      Index next = begin;
      while (next < end && asking.cells[order[next]] == cell)
        ++next;
      look(asking, near_[cell], {order.begin() + begin, order.begin() + next},
           found);
      begin = next;
    }
  });
  return found;
}

DenseRows CellSearch::projected(const CsrView<float>& rows) {
  DenseRows all(rows.rows, frame_.depth());
  steps_(Steps::kPreparing, rows.rows, kProjectedRows,
         [&](Index begin, Index end) {
           all.middleRows(begin, end - begin) =
               frame_.projected(frame_.centered(rows, row_numbers(begin, end)));
         });
  return all;
}

// The rows cell by cell.
RowIds CellSearch::slots() {
  const ByKey sorted(cell_of_, cells_.count());
  RowIds slots;
  for (Index c = 0; c < cells_.count(); ++c) {
    const Index begin = std::ssize(slots);
    for (const std::int32_t i : sorted.with_key(c))
      if (!problem_.excludes(i)) slots.push_back(i);
    ranges_.push_back({begin, std::ssize(slots)});
    slots.resize(ScorePanels::padded(std::ssize(slots)), kNoNeighbor);
  }
  return slots;
}

// The queries that look at each of the cells `near`.
std::vector<RowIds> CellSearch::choices(const DenseRows& queries,
                                        const RowIds& near) const {
  std::vector<RowIds> choices(near.size());
  std::vector<std::pair<float, std::size_t>> order(near.size());
  const auto choose = [&](std::int32_t q, const float* scores) {
    for (std::size_t n = 0; n < near.size(); ++n)
      order[n] = {-scores[n], n};
    std::sort(order.begin(), order.end());
    Index rows = 0;
    for (std::size_t o = 0; o < near.size() && rows < looked_at_; ++o) {
      const std::size_t n = order[o].second;
      choices[n].push_back(q);
      rows += sizes_[near[n]];
    }
  };
  Centers(gathered(cells_.centers(), near))
      .score(queries, row_numbers(0, queries.rows()), choose);
  return choices;
}

// The queries with these ids, all of one cell.
void CellSearch::look(const Asking& asking, const RowIds& near, RowIds ids,
                      Candidates& found) const {
  DenseQueries queries =
      search_.queries(asking.rows, asking.same, std::move(ids));
  const auto choosing = choices(queries.projected, near);
  for (std::size_t n = 0; n < near.size(); ++n) {
    const Index begin = ranges_[near[n]][0];
    if (!choosing[n].empty())
      search_.search(queries, choosing[n], begin, begin + sizes_[near[n]]);
  }
  keep(queries, found);
}

void keep(const DenseQueries& queries, Candidates& found) {
  for (std::size_t q = 0; q < queries.best.size(); ++q)
    store(std::span(queries.best).subspan(q, 1), queries.ids[q], found);
}

}  // namespace semilin
