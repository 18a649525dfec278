// Approximate search for many dense rows: through cells (cells.h), then
// neighbor descent (Dong, Charikar, Li 2011). If the cells miss too many of
// the neighbors of a sample, rounds follow in which a row looks at the
// neighbors of its neighbors as the last round left them.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/graph/neighbors.h"

#include "graph/candidates.h"
#include "graph/cells.h"
#include "graph/dense_search.h"

namespace semilin {
namespace {

// The queries.
struct Asking {
  CsrView<float> rows;
  bool same;     // row i of them is row i
  RowIds cells;  // cell of each query
  RowIds order;  // the queries, cell by cell
};

// Rows of a cell; rows that a query looks at, or how many for each neighbor
// wanted; and how many times more rows there are in the cells to choose from.
constexpr Index kCellRows = 50;
constexpr Index kLookedAt = 3000;
constexpr Index kLookedAtPerWanted = 20;
constexpr Index kReach = 4;
// Queries of a task, and rows that one projects.
constexpr Index kLookQueries = 16 * ScorePanels::kQueries;
constexpr Index kProjectedRows = 1024;

// Writes what queries have found to their places.
void keep(const DenseQueries& queries, Candidates& found) {
  for (std::size_t q = 0; q < queries.best.size(); ++q)
    store(std::span(queries.best).subspan(q, 1), queries.ids[q], found);
}

class CellSearch {
 public:
  // Keeps both. This and what is not const throws Interrupted.
  CellSearch(const CandidateProblem& problem, Steps& steps)
      : problem_(problem),
        steps_(steps),
        looked_at_(std::max(kLookedAt, kLookedAtPerWanted * problem.count)),
        frame_(problem.rows),
        rows_(project(problem.rows)),
        cells_(rows_, kCellRows, steps),
        cell_of_(cells_.cells_of(rows_, steps)),
        search_(problem, frame_, slots(), steps) {
    // A query looks at a part of a very large cell, such as many equal rows.
    for (const auto& [begin, end] : ranges_)
      sizes_.push_back(std::min(end - begin, looked_at_));
    near_ = cells_.surroundings(sizes_, kReach * looked_at_, steps);
  }

  [[nodiscard]] const DenseSearch& search() const { return search_; }
  // The rows for DenseSearch::search_rows.
  [[nodiscard]] const DenseRows& projected() const { return rows_; }

  [[nodiscard]] Asking rows_asking() const {
    return {problem_.rows, true, cell_of_,
            ByKey(cell_of_, cells_.count()).order};
  }
  [[nodiscard]] Asking queries_asking() {
    const RowIds cells = cells_.cells_of(project(problem_.queries), steps_);
    return {problem_.queries, false, cells, ByKey(cells, cells_.count()).order};
  }

  // The candidates that they find in cells; this is such a part of the rest of
  // the work.
  [[nodiscard]] Candidates look(const Asking& asking, double part) {
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

 private:
  DenseRows project(const CsrView<float>& rows) {
    DenseRows all(rows.rows, frame_.depth());
    steps_(Steps::kPreparing, rows.rows, kProjectedRows,
           [&](Index begin, Index end) {
             all.middleRows(begin, end - begin) = frame_.projected(
                 frame_.centered(rows, row_numbers(begin, end)));
           });
    return all;
  }

  // The rows cell by cell.
  RowIds slots() {
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
  [[nodiscard]] std::vector<RowIds> choices(const DenseRows& queries,
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
  void look(const Asking& asking, const RowIds& near, RowIds ids,
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

  const CandidateProblem& problem_;
  Steps& steps_;
  Index looked_at_;
  DenseFrame frame_;
  DenseRows rows_;
  Cells cells_;
  RowIds cell_of_;
  std::vector<std::array<Index, 2>> ranges_;  // slots of each cell
  DenseSearch search_;
  std::vector<Index> sizes_;  // rows of each cell that are looked at
  std::vector<RowIds> near_;  // cells of each cell
};

// The nearest found of each row, and rows of which it is one: up to kMost of
// either, first those of which it is the nearest.
class Links {
 public:
  static constexpr Index kMost = 16;

  // `found`: lists of `count` rows each, nearest first.
  Links(const Candidates& found, Index count)
      : width_(std::min(count, kMost)),
        links_(found.size() / count * 2 * width_, kNoNeighbor) {
    const Index rows = std::ssize(found) / count;
    std::vector<std::int32_t> back(rows, 0);
    for (Index c = 0; c < width_; ++c) {
      for (Index i = 0; i < rows; ++i) {
        const std::int32_t j = found[i * count + c];
        links_[2 * width_ * i + c] = j;
        if (j != kNoNeighbor && back[j] < width_)
          links_[2 * width_ * j + width_ + back[j]++] =
              static_cast<std::int32_t>(i);
      }
    }
  }

  // The links of row i: 2 width() rows or kNoNeighbor.
  [[nodiscard]] std::span<const std::int32_t> linked_to(Index i) const {
    return std::span(links_).subspan(2 * width_ * i, 2 * width_);
  }
  // Has the memory brought that linked_to(i) will read.
  void prefetch(Index i) const {
    constexpr Index kLine = 16;  // numbers of a line of the cache
    for (Index c = 0; c < 2 * width_; c += kLine)
      __builtin_prefetch(links_.data() + 2 * width_ * i + c);
  }
  [[nodiscard]] Index width() const { return width_; }

 private:
  Index width_;
  std::vector<std::int32_t> links_;
};

// Rows in the order in which they were first added.
class DistinctRows {
 public:
  // Holds at most this many rows.
  explicit DistinctRows(Index most)
      : places_(std::bit_ceil(static_cast<std::size_t>(2 * most)),
                kNoNeighbor) {}

  void clear() {
    std::fill(places_.begin(), places_.end(), kNoNeighbor);
    rows_.clear();
  }
  void add(std::int32_t row) {
    const std::size_t last = places_.size() - 1;
    const std::uint32_t hash = static_cast<std::uint32_t>(row) * 2654435761U;
    std::size_t place = hash & last;
    for (; places_[place] != kNoNeighbor; place = (place + 1) & last)
      if (places_[place] == row) return;
    places_[place] = row;
    rows_.push_back(row);
  }
  void add(std::span<const std::int32_t> rows) {
    for (const std::int32_t row : rows)
      if (row != kNoNeighbor) add(row);
  }
  [[nodiscard]] const std::vector<std::int32_t>& rows() const { return rows_; }

 private:
  std::vector<std::int32_t> places_;  // indices into rows_, by hash
  std::vector<std::int32_t> rows_;
};

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
