// An approximate search for sparse rows whose cost grows with their number, not
// with its square; for the cosine. A term lists only the rows that weigh it
// most, and a row asks only the lists of its heaviest terms (static pruning,
// Carmel et al. 2001; impact order, Anh, Moffat 2006). The products with the
// rows that these lists' sums put first are then computed in full.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>

#include "semilin/advanced/base/parallel.h"
#include "semilin/graph/neighbors.h"

#include "graph/candidates.h"
#include "graph/sparse_rows.h"
#include "graph/top_scores.h"

namespace semilin {
namespace {

// Terms that a row asks. Lists are as long as a row's budget of additions lets
// them be: so many, and one for every 12 rows, of which a million count. Of the
// highest sums so many are computed in full, and one more for every 800
// additions. Recall and seconds of these numbers: docs/performance.md.
constexpr Index kAsked = 40;
constexpr Index kLeastAdditions = 4000;
constexpr Index kRowsPerAddition = 12;
constexpr Index kCountedRows = 1'000'000;
constexpr Index kLeastComputed = 40;
constexpr Index kAdditionsPerComputed = 800;
// Rows by which the length of lists is found.
constexpr Index kSampledRows = 1000;
// Rows that are summed together: 16 bits count them, the cache holds the sums.
constexpr Index kPrunedBlockRows = 65536;
// Queries of one task.
constexpr Index kPrunedQueries = 256;
// Sums that are scanned in the time in which one is added to.
constexpr Index kScannedPerAddition = 8;
// Weights of unit vectors as 16-bit integers; a sum of products is at most 1,
// that is 2^14.
constexpr float kWeightScale = 32767;
constexpr int kProductBits = 16;

struct Posting {
  std::uint16_t row;  // counted from the block's first
  std::int16_t weight;
};

// A row of the index under a term.
struct Asked {
  std::int32_t weight;
  const Posting* begin;
  const Posting* end;
};

std::int16_t rounded(float weight) {
  return static_cast<std::int16_t>(std::lround(weight * kWeightScale));
}

void add(const Asked& asked, std::int16_t* sums) {
  for (const Posting* p = asked.begin; p < asked.end; ++p) {
    const int product = asked.weight * p->weight >> kProductBits;
    sums[p->row] = static_cast<std::int16_t>(sums[p->row] + product);
  }
}

// The rows of the highest sums: of many more than TopScores is made for.
class HighestSums {
 public:
  struct Entry {
    std::int16_t sum;
    std::int32_t row;
  };

  explicit HighestSums(Index capacity) : capacity_(capacity) {}

  // Sums up to this are not kept; 0 at first.
  [[nodiscard]] std::int16_t threshold() const { return threshold_; }
  // Sums up to this cannot be among the highest if rows have these ones, which
  // it reorders.
  [[nodiscard]] std::int16_t bound_by(std::vector<std::int16_t>& sums) const {
    if (std::ssize(sums) < capacity_) return 0;
    const auto last = sums.begin() + (capacity_ - 1);
    std::nth_element(sums.begin(), last, sums.end(), std::greater<>());
    return static_cast<std::int16_t>(std::max<int>(*last - 1, 0));
  }
  void push(std::int16_t sum, Index row) {
    entries_.push_back({sum, static_cast<std::int32_t>(row)});
    if (std::ssize(entries_) == 4 * capacity_) keep_highest();
  }
  // In no order.
  [[nodiscard]] const std::vector<Entry>& highest() {
    keep_highest();
    return entries_;
  }

 private:
  void keep_highest() {
    if (std::ssize(entries_) <= capacity_) return;
    const auto last = entries_.begin() + (capacity_ - 1);
    std::nth_element(entries_.begin(), last, entries_.end(),
                     [](const Entry& a, const Entry& b) {
                       return a.sum != b.sum ? a.sum > b.sum : a.row < b.row;
                     });
    threshold_ = last->sum;
    entries_.erase(last + 1, entries_.end());
  }

  Index capacity_;
  std::int16_t threshold_ = 0;
  std::vector<Entry> entries_;
};

// Hands over the sums of the list's rows, and leaves zeros.
void take(const Asked& asked, Index first, std::int16_t* sums,
          HighestSums& highest) {
  for (const Posting* p = asked.begin; p < asked.end; ++p) {
    const std::int16_t sum = sums[p->row];
    sums[p->row] = 0;
    if (sum > highest.threshold()) highest.push(sum, first + p->row);
  }
}

// What a task works with.
struct Scratch {
  std::vector<std::int16_t> sums =
      std::vector<std::int16_t>(kPrunedBlockRows);  // of a block; else zeros
  std::vector<std::int16_t> peaks, ordered;  // the highest of each kScan sums
};

// The same of all rows, which is faster where the lists hold many of them.
void take_all(Index rows, Index first, Scratch& scratch, HighestSums& highest) {
  auto& [sums, peaks, ordered] = scratch;
  peaks.clear();
  for (Index begin = 0; begin < rows; begin += kScan)
    peaks.push_back(
        highest_of(sums.data() + begin, std::min(kScan, rows - begin)));
  ordered = peaks;
  const std::int16_t bound =
      std::max(highest.threshold(), highest.bound_by(ordered));
  for (Index p = 0; p < std::ssize(peaks); ++p) {
    if (peaks[p] <= bound) continue;
    const Index end = std::min((p + 1) * kScan, rows);
    for (Index j = p * kScan; j < end; ++j)
      if (sums[j] > bound) highest.push(sums[j], first + j);
  }
  std::fill_n(sums.begin(), rows, std::int16_t{0});
}

// Weights and columns.
using Terms = std::vector<std::pair<float, std::int32_t>>;

// In no order.
Terms heaviest_terms(const CsrView<float>& rows, Index i) {
  Terms terms;
  for (Index z = rows.offsets[i]; z < rows.offsets[i + 1]; ++z)
    terms.emplace_back(rows.values[z], rows.columns[z]);
  if (std::ssize(terms) <= kAsked) return terms;
  const auto kept = terms.begin() + kAsked;
  std::nth_element(terms.begin(), kept, terms.end(),
                   [](const auto& a, const auto& b) {
                     const float one = std::abs(a.first);
                     const float other = std::abs(b.first);
                     return one != other ? one > other : a.second < b.second;
                   });
  terms.erase(kept, terms.end());
  return terms;
}

// The longest lists with which rows make no more than `budget` additions on
// average, whatever is asked: what a query finds depends on no other query.
// `holders`: of each term, the rows that hold it.
Index list_length(const CsrView<float>& rows, const CsrMatrix<float>& holders,
                  Index budget) {
  const Index sample = std::min(rows.rows, kSampledRows);
  std::vector<Index> lists;  // all that the sample asks, uncut
  for (Index s = 0; s < sample; ++s) {
    for (const auto& [weight, t] : heaviest_terms(rows, rows.rows * s / sample))
      lists.push_back(holders.offsets[t + 1] - holders.offsets[t]);
  }
  const auto affordable = [&](Index length) {
    Index additions = 0;
    for (const Index list : lists)
      additions += std::min(list, length);
    return additions <= budget * sample;
  };
  Index low = 1, high = holders.cols;  // low is taken, however dear
  while (low < high) {
    const Index middle = (low + high + 1) / 2;
    if (affordable(middle)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

// The rows that a term lists: those that weigh it more than `weight`, and of
// those that weigh it as much the ones up to `row`.
struct Cut {
  float weight = 0;
  std::int32_t row = std::numeric_limits<std::int32_t>::max();

  [[nodiscard]] bool keeps(float value, Index i) const {
    const float size = std::abs(value);
    return size > weight || (size == weight && i <= row);
  }
};

using WeighedRows = std::vector<std::pair<float, std::int32_t>>;

// `order`: scratch.
Cut cut_of(const CsrMatrix<float>& holders, Index t, Index listed,
           WeighedRows& order) {
  const Index begin = holders.offsets[t], end = holders.offsets[t + 1];
  if (end - begin <= listed) return {};
  order.clear();
  for (Index p = begin; p < end; ++p)
    order.emplace_back(-std::abs(holders.values[p]), holders.columns[p]);
  const auto last = order.begin() + (listed - 1);
  std::nth_element(order.begin(), last, order.end());
  return {-last->first, last->second};
}

std::vector<Cut> cuts_of(const CsrMatrix<float>& holders, Index listed,
                         int threads) {
  constexpr Index kTerms = 256;
  const Index terms = holders.rows();
  std::vector<Cut> cuts(terms);
  parallel_for((terms + kTerms - 1) / kTerms, threads, [&](Index task) {
    WeighedRows order;
    const Index end = std::min((task + 1) * kTerms, terms);
    for (Index t = task * kTerms; t < end; ++t)
      cuts[t] = cut_of(holders, t, listed, order);
  });
  return cuts;
}

// The lists of some consecutive rows.
struct ListBlock {
  Index first = 0, size = 0;
  std::vector<std::uint32_t> offsets;  // of each term's postings
  std::vector<Posting> postings;

  ListBlock() = default;
  ListBlock(const CsrView<float>& rows, const std::vector<Cut>& cuts,
            Index begin, Index end)
      : first(begin), size(end - begin), offsets(rows.cols + 1, 0) {
    const auto each = [&](const auto& visit) {
      for (Index i = begin; i < end; ++i) {
        for (Index z = rows.offsets[i]; z < rows.offsets[i + 1]; ++z) {
          const std::int32_t t = rows.columns[z];
          if (cuts[t].keeps(rows.values[z], i)) visit(i, t, rows.values[z]);
        }
      }
    };
    each([this](Index, std::int32_t t, float) { ++offsets[t + 1]; });
    for (Index t = 0; t < rows.cols; ++t)
      offsets[t + 1] += offsets[t];
    postings.resize(offsets.back());
    std::vector<std::uint32_t> next(offsets.begin(), offsets.end() - 1);
    each([&](Index i, std::int32_t t, float value) {
      postings[next[t]++] = {static_cast<std::uint16_t>(i - begin),
                             rounded(value)};
    });
  }
};

class PrunedSearch {
 public:
  explicit PrunedSearch(const CandidateProblem& problem)
      : problem_(problem),
        budget_(kLeastAdditions +
                std::min(problem.rows.rows, kCountedRows) / kRowsPerAddition) {
    const CsrView<float>& rows = problem.rows;
    const std::vector<Cut> cuts = cuts_by_budget();
    const Index count = (rows.rows + kPrunedBlockRows - 1) / kPrunedBlockRows;
    blocks_.resize(count);
    parallel_for(count, problem.threads, [&](Index b) {
      blocks_[b] = ListBlock(rows, cuts, rows.rows * b / count,
                             rows.rows * (b + 1) / count);
    });
  }

  // The candidates of queries begin..end-1.
  void run(Index begin, Index end, Candidates& out) const {
    const Index computed = std::max(
        kLeastComputed + budget_ / kAdditionsPerComputed, problem_.count);
    std::vector<HighestSums> highest(end - begin, HighestSums(computed));
    std::vector<Terms> terms;
    for (Index q = begin; q < end; ++q)
      terms.push_back(heaviest_terms(problem_.queries, q));
    Scratch scratch;
    for (const ListBlock& block : blocks_) {
      for (Index q = begin; q < end; ++q)
        search_block(block, q, terms[q - begin], scratch, highest[q - begin]);
    }
    std::vector<TopScores> best(end - begin, TopScores(problem_.count));
    ScatteredRow x(problem_.rows.cols);
    for (Index q = begin; q < end; ++q) {
      x.set(problem_.queries, q);
      compute(x, highest[q - begin].highest(), best[q - begin]);
    }
    store(best, begin, out);
  }

 private:
  [[nodiscard]] std::vector<Cut> cuts_by_budget() const {
    const CsrMatrix<float> holders =
        transposed(problem_.rows, 0, problem_.rows.rows);
    return cuts_of(holders, list_length(problem_.rows, holders, budget_),
                   problem_.threads);
  }

  void prefetch(Index j) const {
    const CsrView<float>& rows = problem_.rows;
    __builtin_prefetch(rows.columns + rows.offsets[j]);
    __builtin_prefetch(rows.values + rows.offsets[j]);
  }

  // The full products.
  void compute(const ScatteredRow& x,
               const std::vector<HighestSums::Entry>& rows,
               TopScores& best) const {
    for (std::size_t c = 0; c < rows.size(); ++c) {
      if (c + 2 < rows.size()) prefetch(rows[c + 2].row);
      best.push(x.times(problem_.rows, rows[c].row), rows[c].row);
    }
  }

  void search_block(const ListBlock& block, Index q, const Terms& terms,
                    Scratch& scratch, HighestSums& highest) const {
    std::int16_t* sums = scratch.sums.data();
    std::array<Asked, kAsked> asked;
    std::size_t lists = 0;
    Index additions = 0;
    for (const auto& [weight, t] : terms) {
      const Posting* postings = block.postings.data();
      asked[lists] = {rounded(weight), postings + block.offsets[t],
                      postings + block.offsets[t + 1]};
      additions += asked[lists].end - asked[lists].begin;
      __builtin_prefetch(asked[lists++].begin);
    }
    for (std::size_t l = 0; l < lists; ++l)
      add(asked[l], sums);
    if (problem_.same && q >= block.first && q < block.first + block.size)
      sums[q - block.first] = 0;
    if (additions > block.size / kScannedPerAddition) {
      take_all(block.size, block.first, scratch, highest);
      return;
    }
    for (std::size_t l = 0; l < lists; ++l)
      take(asked[l], block.first, sums, highest);
  }

  const CandidateProblem& problem_;
  Index budget_;  // additions of a query
  std::vector<ListBlock> blocks_;
};

}  // namespace

Candidates pruned_candidates(const CandidateProblem& problem) {
  const Index queries = problem.queries.rows;
  Candidates found(queries * problem.count, kNoNeighbor);
  const PrunedSearch search(problem);
  for_queries(problem, kPrunedQueries,
              [&](Index begin, Index end) { search.run(begin, end, found); });
  return found;
}

}  // namespace semilin
