// An approximate search for sparse rows whose cost grows with their number, not
// with its square; for the cosine. A term lists only the rows that weigh it
// most, and a row asks only the lists of its heaviest terms (static pruning,
// Carmel et al. 2001; impact order, Anh, Moffat 2006). The products with the
// rows that these lists' sums put first are then computed in full. All of it
// with 16-bit weights: what costs time is memory.
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "semilin/graph/neighbors.h"

#include "graph/candidates.h"
#include "graph/pruned_lists.h"
#include "graph/top_scores.h"

namespace semilin {
namespace {

// Additions of a row: this number, and one for every 12 rows, of which a
// million count; then how many of the highest sums are computed in full, and
// one more for every 350 additions. Recall and seconds of these numbers:
// docs/performance.md.
constexpr Index kLeastAdditions = 2500;
constexpr Index kRowsPerAddition = 12;
constexpr Index kCountedRows = 1'000'000;
constexpr Index kLeastComputed = 45;
constexpr Index kAdditionsPerComputed = 350;
// Queries of one task.
constexpr Index kPrunedQueries = 256;
// Sums that are scanned in the time in which one is added to.
constexpr Index kScannedPerAddition = 8;
// Sums are first compared in groups of this size or number.
constexpr Index kLeastPeaks = 1024;
constexpr Index kRowsPerPeak = 16;
// A sum of products of weights is at most 1, that is 2^14.
constexpr int kProductBits = 16;

// A term of a query, and its weight.
struct Asked {
  std::int32_t weight;
  std::span<const Posting> list;
};

void add(const Asked& asked, std::int16_t* sums) {
  for (const Posting& p : asked.list) {
    const int product = asked.weight * p.weight >> kProductBits;
    sums[p.other] = static_cast<std::int16_t>(sums[p.other] + product);
  }
}

// The rows of the highest sums: of many more than TopScores is made for.
class HighestSums {
 public:
  explicit HighestSums(Index capacity) : capacity_(capacity) {
    sums_.reserve(2 * capacity);
    rows_.reserve(2 * capacity);
  }

  // Sums up to this are not kept; 0 at first.
  [[nodiscard]] std::int16_t threshold() const { return threshold_; }
  [[nodiscard]] Index capacity() const { return capacity_; }
  void push(std::int16_t sum, Index row) {
    sums_.push_back(sum);
    rows_.push_back(static_cast<std::int32_t>(row));
    if (std::ssize(sums_) == 2 * capacity_) keep_highest();
  }
  // They have no order; of equal sums the first pushed are kept.
  [[nodiscard]] const std::vector<std::int32_t>& highest() {
    keep_highest();
    return rows_;
  }

 private:
  void keep_highest() {
    if (std::ssize(sums_) <= capacity_) return;
    threshold_ = least_of_highest(capacity_, sums_);
    Index equal = capacity_ - count_above(threshold_, sums_);  // may be kept
    std::size_t kept = 0;
    for (std::size_t e = 0; e < sums_.size(); ++e) {
      const bool as_high = sums_[e] == threshold_ && equal > 0;
      equal -= as_high ? 1 : 0;
      sums_[kept] = sums_[e];
      rows_[kept] = rows_[e];
      kept += sums_[e] > threshold_ || as_high ? 1 : 0;
    }
    sums_.resize(kept);
    rows_.resize(kept);
  }

  Index capacity_;
  std::int16_t threshold_ = 0;
  std::vector<std::int16_t> sums_;
  std::vector<std::int32_t> rows_;
};

// Hands over the sums of the list's rows, and leaves zeros.
void take(const Asked& asked, Index first, std::int16_t* sums,
          HighestSums& highest) {
  for (const Posting& p : asked.list) {
    const std::int16_t sum = sums[p.other];
    sums[p.other] = 0;
    if (sum > highest.threshold()) highest.push(sum, first + p.other);
  }
}

// The memory of a task.
struct Scratch {
  std::vector<std::int16_t> sums =
      std::vector<std::int16_t>(kPrunedBlockRows);  // of a block; else zeros
  std::vector<std::int16_t> peaks, open_peaks;
  std::vector<std::int16_t> sizes;
  std::vector<Asked> asked;
};

// The same of all rows, which is faster where the lists hold many of them. The
// peak of row j is the highest sum of rows j, j + count, j + 2 count, ...
void take_all(Index rows, Index first, Scratch& scratch, HighestSums& highest) {
  std::int16_t* sums = scratch.sums.data();
  std::vector<std::int16_t>& peaks = scratch.peaks;
  const Index count =
      std::min(std::max(kLeastPeaks, rows / kRowsPerPeak), rows);
  peaks.assign(sums, sums + count);
  for (Index begin = count; begin < rows; begin += count)
    raise_to(peaks.data(), sums + begin, std::min(count, rows - begin));
  const int bound = std::max<int>(
      highest.threshold(), least_of_highest(highest.capacity(), peaks) - 1);
  scratch.open_peaks.resize(count);
  const Index open = find_above(static_cast<std::int16_t>(bound), peaks,
                                scratch.open_peaks.data());
  for (Index o = 0; o < open; ++o) {
    for (Index j = scratch.open_peaks[o]; j < rows; j += count)
      if (sums[j] > bound) highest.push(sums[j], first + j);
  }
  std::fill_n(sums, rows, std::int16_t{0});
}

class PrunedSearch {
 public:
  explicit PrunedSearch(const CandidateProblem& problem)
      : problem_(problem),
        budget_(kLeastAdditions +
                std::min(problem.rows.rows, kCountedRows) / kRowsPerAddition),
        lists_(problem.rows, budget_, problem.threads),
        short_rows_(problem.rows) {}

  // The candidates of queries begin..end-1.
  void run(Index begin, Index end, Candidates& out) const {
    const Index computed = std::max(
        kLeastComputed + budget_ / kAdditionsPerComputed, problem_.count);
    std::vector<HighestSums> highest;
    std::vector<std::vector<Term>> terms;
    Scratch scratch;
    highest.reserve(end - begin);
    for (Index q = begin; q < end; ++q) {
      highest.emplace_back(computed);
      terms.push_back(heaviest_terms(problem_.queries, q, scratch.sizes));
    }
    for (Index b = 0; b < lists_.blocks(); ++b) {
      for (Index q = begin; q < end; ++q)
        search_block(b, q, terms[q - begin], scratch, highest[q - begin]);
    }
    std::vector<TopScores> best(end - begin, TopScores(problem_.count));
    std::vector<std::int16_t> x(ShortRows::kColumns);
    for (Index q = begin; q < end; ++q)
      compute(q, highest[q - begin].highest(), x, best[q - begin]);
    store(best, begin, out);
  }

 private:
  // The full products. `x`: zeros, and again.
  void compute(Index q, const std::vector<std::int32_t>& rows,
               std::vector<std::int16_t>& x, TopScores& best) const {
    const CsrView<float>& queries = problem_.queries;
    const Index first = queries.offsets[q], last = queries.offsets[q + 1];
    for (Index z = first; z < last; ++z)
      x[ShortRows::folded(queries.columns[z])] = rounded(queries.values[z]);
    for (std::size_t c = 0; c < rows.size(); ++c) {
      if (c + 8 < rows.size()) short_rows_.prefetch_offset(rows[c + 8]);
      if (c + 3 < rows.size()) short_rows_.prefetch(rows[c + 3]);
      const std::int64_t product = short_rows_.times(x.data(), rows[c]);
      best.push(static_cast<float>(product), rows[c]);
    }
    for (Index z = first; z < last; ++z)
      x[ShortRows::folded(queries.columns[z])] = 0;
  }

  void search_block(Index b, Index q, const std::vector<Term>& terms,
                    Scratch& scratch, HighestSums& highest) const {
    const Index first = lists_.first_row(b), last = lists_.first_row(b + 1);
    std::vector<Asked>& asked = scratch.asked;
    Index additions = 0;
    asked.clear();
    for (const auto& [weight, t] : terms) {
      asked.push_back({weight, lists_.list(b, t)});
      additions += std::ssize(asked.back().list);
      for (std::size_t p = 0; p < asked.back().list.size(); p += 16)
        __builtin_prefetch(asked.back().list.data() + p);
    }
    std::int16_t* sums = scratch.sums.data();
    for (const Asked& one : asked)
      add(one, sums);
    if (problem_.same && q >= first && q < last) sums[q - first] = 0;
    if (additions > (last - first) / kScannedPerAddition) {
      take_all(last - first, first, scratch, highest);
      return;
    }
    for (const Asked& one : asked)
      take(one, first, sums, highest);
  }

  const CandidateProblem& problem_;
  Index budget_;  // additions of a query
  PrunedLists lists_;
  ShortRows short_rows_;
};

}  // namespace

Candidates pruned_candidates(const CandidateProblem& problem) {
  return candidates_of(PrunedSearch(problem), problem, kPrunedQueries);
}

}  // namespace semilin
