// Approximate search for many dense rows: an inverted file (Jegou, Douze,
// Schmid 2011), then neighbour descent (Dong, Charikar, Li 2011). A query looks
// at the cells whose centres are nearest to it, until they have held a given
// number of rows; distances to centres are those of (y, |r|), see
// dense_search.h. If that misses too many of the neighbours of a sample, rounds
// follow in which a row looks at the neighbours of its neighbours as the last
// round left them.
#include <algorithm>
#include <array>
#include <utility>

#include "semilin/advanced/base/parallel.h"
#include "semilin/graph/neighbors.h"

#include "graph/candidates.h"
#include "graph/cells.h"
#include "graph/dense_search.h"
#include "graph/links.h"

namespace semilin {
namespace {

// Rows of a cell; rows that a query looks at, or so many for each that is
// wanted; and so many times more among whose cells it chooses.
constexpr Index kCellRows = 50;
constexpr Index kLookedAt = 3000;
constexpr Index kLookedAtPerWanted = 20;
constexpr Index kReach = 4;
// Rounds of descent at most. They end when this share of the neighbours of so
// many rows is found, or when a round has added less than kLeastGain.
constexpr Index kDescents = 5;
constexpr double kEnoughRecall = 0.985;
constexpr double kLeastGain = 0.002;
constexpr Index kJudgedRows = 400;
// Queries of a task.
constexpr Index kCellQueries = 16 * ScorePanels::kQueries;
constexpr Index kJudgedQueries = 2 * ScorePanels::kQueries;

// The steps of a search, of which each is told as half of what is left.
class Steps {
 public:
  explicit Steps(const CandidateProblem& problem) : problem_(problem) {}

  // run(begin, end) for 0, ..., count - 1, `size` at a time. False: it was
  // ended, now or before.
  template <class Run>
  bool operator()(Index count, Index size, const Run& run) {
    const double left = (1 - done_) / 2;
    going_ = going_ &&
             for_ranges(count, size, problem_.threads, run, [&](double part) {
               return !problem_.go_on || problem_.go_on(done_ + left * part);
             });
    done_ += left;
    return going_;
  }

 private:
  const CandidateProblem& problem_;
  double done_ = 0;
  bool going_ = true;
};

// Those who ask.
struct Asking {
  CsrView<float> rows;
  bool same;  // row i of them is row i
  RowIds cells;
};

class CellSearch {
 public:
  CellSearch(const CandidateProblem& problem, Steps& steps)
      : problem_(problem),
        steps_(steps),
        frame_(problem.rows),
        rows_(projected(problem.rows)),
        cells_(rows_, kCellRows, problem.threads),
        looked_at_(std::max(kLookedAt, kLookedAtPerWanted * problem.count)),
        cell_of_(cells_.cells_of(rows_, problem.threads)),
        search_(problem, frame_, slots()),
        near_(cells_.count()) {
    const Centres centres(cells_.centres());
    steps(cells_.count(), kCellQueries, [&](Index begin, Index end) {
      centres.score(cells_.centres(), row_numbers(begin, end),
                    [&](std::int32_t c, const float* scores) {
                      near_[c] = surroundings(scores);
                    });
    });
    search_sample();
  }

  [[nodiscard]] Asking rows_asking() const {
    return {problem_.rows, true, cell_of_};
  }
  [[nodiscard]] Asking queries_asking() const {
    return {problem_.queries, false,
            cells_.cells_of(projected(problem_.queries), problem_.threads)};
  }

  // Rows by which the others are judged.
  [[nodiscard]] const RowIds& sample() const { return sample_; }

  // What those with these ids find in cells.
  [[nodiscard]] Candidates look(const Asking& asking, RowIds order) const {
    Candidates found(asking.rows.rows * problem_.count, kNoNeighbor);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::int32_t a, std::int32_t b) {
                       return asking.cells[a] < asking.cells[b];
                     });
    steps_(std::ssize(order), kCellQueries, [&](Index begin, Index end) {
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

  // What they find among the neighbours of those `given`.
  [[nodiscard]] Candidates descend(const Asking& asking,
                                   const Candidates& given,
                                   const Links& links) const {
    Candidates found(given.size(), kNoNeighbor);
    const Index count = problem_.count, width = links.width();
    steps_(asking.rows.rows, kCellQueries, [&](Index begin, Index end) {
      DenseQueries queries =
          search_.queries(asking.rows, asking.same, row_numbers(begin, end));
      DistinctRows rows(count + 2 * width + 4 * width * width);
      for (Index i = begin; i < end; ++i) {
        const auto list = std::span(given).subspan(i * count, count);
        rows.clear();
        rows.add(list);
        const auto through = asking.same ? links.of(i) : list.first(width);
        rows.add(through);
        for (const std::int32_t j : through)
          if (j != kNoNeighbor) rows.add(links.of(j));
        search_.search_rows(queries, i - begin, rows_, rows.rows());
      }
      keep(queries, found);
    });
    return found;
  }

  // The share of the neighbours of a sample of the rows that are in `found`.
  [[nodiscard]] double recall(const Candidates& found) const {
    const Index count = problem_.count;
    double hits = 0, all = 1e-9;
    for (std::size_t s = 0; s < sample_.size(); ++s) {
      const auto list = std::span(found).subspan(sample_[s] * count, count);
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
  [[nodiscard]] DenseRows projected(const CsrView<float>& rows) const {
    constexpr Index kBlockRows = 1024;
    DenseRows all(rows.rows, frame_.depth());
    for_ranges(
        rows.rows, kBlockRows, problem_.threads, [&](Index begin, Index end) {
          all.middleRows(begin, end - begin) =
              frame_.projected(frame_.centred(rows, row_numbers(begin, end)));
        });
    return all;
  }

  // The rows cell by cell.
  RowIds slots() {
    const ByKey sorted(cell_of_, cells_.count());
    RowIds slots;
    for (Index c = 0; c < cells_.count(); ++c) {
      const Index begin = std::ssize(slots);
      for (const std::int32_t i : sorted.of(c))
        if (!problem_.excludes(i)) slots.push_back(i);
      ranges_.push_back({begin, std::ssize(slots)});
      slots.resize(ScorePanels::padded(std::ssize(slots)), kNoNeighbor);
    }
    return slots;
  }

  // Of a very large cell, as of many equal rows, a query looks at a part.
  [[nodiscard]] Index size(Index cell) const {
    return std::min(ranges_[cell][1] - ranges_[cell][0], looked_at_);
  }

  // The cells among which the queries of one choose, nearest first. Takes steps
  // that grow with the square of the cells: of a million rows a second or two.
  [[nodiscard]] RowIds surroundings(const float* scores) const {
    std::vector<std::pair<float, std::int32_t>> heap;
    heap.reserve(cells_.count());
    for (std::int32_t c = 0; c < cells_.count(); ++c)
      if (size(c) > 0) heap.emplace_back(scores[c], -c);
    std::make_heap(heap.begin(), heap.end());
    RowIds near;
    for (Index rows = 0; rows < kReach * looked_at_ && !heap.empty();) {
      std::pop_heap(heap.begin(), heap.end());
      near.push_back(-heap.back().second);
      rows += size(near.back());
      heap.pop_back();
    }
    return near;
  }

  // Which of the queries look at each of the cells `near`.
  [[nodiscard]] std::vector<RowIds> choices(const DenseRows& queries,
                                            const RowIds& near) const {
    DenseRows points(std::ssize(near), frame_.depth());
    for (Index n = 0; n < points.rows(); ++n)
      points.row(n) = cells_.centres().row(near[n]);
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
        rows += size(near[n]);
      }
    };
    Centres(points).score(queries, row_numbers(0, queries.rows()), choose);
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
        search_.search(queries, choosing[n], begin, begin + size(near[n]));
    }
    keep(queries, found);
  }

  void keep(const DenseQueries& queries, Candidates& found) const {
    for (std::size_t q = 0; q < queries.best.size(); ++q) {
      const TopScores& best = queries.best[q];
      for (Index c = 0; c < best.size(); ++c)
        found[queries.ids[q] * problem_.count + c] = best[c].id;
    }
  }

  void search_sample() {
    const Index size = std::min(kJudgedRows, problem_.rows.rows);
    const Index count = problem_.count;
    for (Index s = 0; s < size; ++s)
      sample_.push_back(
          static_cast<std::int32_t>(problem_.rows.rows * s / size));
    truth_.resize(size * count, kNoNeighbor);
    steps_(size, kJudgedQueries, [&](Index begin, Index end) {
      DenseQueries queries =
          search_.queries(problem_.rows, true,
                          {sample_.begin() + begin, sample_.begin() + end});
      const RowIds all = row_numbers(0, end - begin);
      for (Index c = 0; c < cells_.count(); ++c)
        search_.search(queries, all, ranges_[c][0], ranges_[c][1]);
      for (Index q = 0; q < end - begin; ++q) {
        for (Index c = 0; c < queries.best[q].size(); ++c)
          truth_[(begin + q) * count + c] = queries.best[q][c].id;
      }
    });
  }

  const CandidateProblem& problem_;
  Steps& steps_;
  DenseFrame frame_;
  DenseRows rows_;  // projected
  Cells cells_;
  Index looked_at_;
  RowIds cell_of_;
  std::vector<std::array<Index, 2>> ranges_;  // of each cell's slots
  DenseSearch search_;
  std::vector<RowIds> near_;  // of each cell
  RowIds sample_;
  Candidates truth_;
};

}  // namespace

Candidates cell_candidates(const CandidateProblem& problem) {
  Steps steps(problem);
  CellSearch search(problem, steps);
  const Asking rows = search.rows_asking();
  const RowIds all = row_numbers(0, problem.rows.rows);
  Candidates found = search.look(rows, problem.same ? all : search.sample());
  double recall = search.recall(found), gain = 1;
  if (!problem.same && recall < kEnoughRecall) found = search.look(rows, all);
  Index rounds = 0;
  while (rounds < kDescents && recall < kEnoughRecall && gain > kLeastGain) {
    found = search.descend(rows, found, Links(found, problem.count));
    gain = search.recall(found) - recall;
    recall += gain;
    ++rounds;
  }
  if (problem.same) return found;
  const Links links(found, problem.count);
  const Asking queries = search.queries_asking();
  found = search.look(queries, row_numbers(0, problem.queries.rows));
  for (Index round = 0; round < rounds; ++round)
    found = search.descend(queries, found, links);
  return found;
}

}  // namespace semilin
