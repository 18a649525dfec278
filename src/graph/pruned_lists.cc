#include "graph/pruned_lists.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "base/parallel.h"
#include "graph/sparse_rows.h"
#include "graph/top_scores.h"

namespace semilin {

namespace {

constexpr Index kAsked = 40;
// Rows by which the length of lists is found.
constexpr Index kSampledRows = 1000;

Index holder_count(const Holders& holders, Index t) {
  return holders.offsets[t + 1] - holders.offsets[t];
}

// The longest lists with which rows make no more than `budget` additions on
// average, whatever is asked: what a query finds depends on no other query.
Index list_length(const CsrView<float>& rows, const Holders& holders,
                  Index budget) {
  const Index sample = std::min(rows.rows, kSampledRows);
  std::vector<Index> lists;  // all that the sample asks, uncut
  std::vector<std::int16_t> sizes;
  for (Index s = 0; s < sample; ++s) {
    for (const Term& term : heaviest_terms(rows, rows.rows * s / sample, sizes))
      lists.push_back(holder_count(holders, term.column));
  }
  const auto affordable = [&](Index length) {
    Index additions = 0;
    for (const Index list : lists)
      additions += std::min(list, length);
    return additions <= budget * sample;
  };
  Index low = 1, high = rows.rows;  // low is taken, however dear
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

// The heaviest rank lowest, of equal ones the first row.
std::uint64_t rank(const Holders& holders, Index p) {
  constexpr std::uint64_t kMost = 32767;
  const auto size = static_cast<std::uint64_t>(std::abs(holders.values[p]));
  return (kMost - size) << 32 | static_cast<std::uint32_t>(holders.columns[p]);
}

// The highest rank in a list of `length`. `ranks`: scratch.
std::uint64_t last_rank(const Holders& holders, Index t, Index length,
                        std::vector<std::uint64_t>& ranks) {
  if (holder_count(holders, t) <= length) return ~std::uint64_t{0};
  ranks.clear();
  for (Index p = holders.offsets[t]; p < holders.offsets[t + 1]; ++p)
    ranks.push_back(rank(holders, p));
  const auto last = ranks.begin() + (length - 1);
  std::nth_element(ranks.begin(), last, ranks.end());
  return *last;
}

}  // namespace

std::vector<Term> heaviest_terms(const CsrView<float>& rows, Index i,
                                 std::vector<std::int16_t>& sizes) {
  sizes.clear();
  for (const float weight : rows.row_values(i))
    sizes.push_back(rounded(std::abs(weight)));
  const bool all = std::ssize(sizes) <= kAsked;
  const std::int16_t least =
      all ? std::int16_t{0} : least_of_highest(kAsked, sizes);
  Index equal = kAsked - count_above(least, sizes);  // that may be kept
  std::vector<Term> terms;
  terms.reserve(kAsked);
  const Index begin = rows.offsets[i];
  for (Index z = 0; z < std::ssize(sizes); ++z) {
    if (sizes[z] < least || (sizes[z] == least && equal-- <= 0)) continue;
    terms.push_back({rounded(rows.values[begin + z]), rows.columns[begin + z]});
  }
  return terms;
}

PrunedLists::PrunedLists(const CsrView<float>& rows, Index budget, int threads)
    : terms_(rows.cols),
      blocks_((rows.rows + kPrunedBlockRows - 1) / kPrunedBlockRows),
      rows_(rows.rows),
      starts_(blocks_ * terms_ + 1, 0) {
  const Holders holders = transposed<std::int16_t>(rows, 0, rows.rows, rounded);
  const Index length = list_length(rows, holders, budget);
  std::vector<std::uint64_t> last(terms_);
  constexpr Index kTerms = 256;
  for_ranges(terms_, kTerms, threads, [&](Index begin, Index end) {
    std::vector<std::uint64_t> ranks;
    for (Index t = begin; t < end; ++t) {
      last[t] = last_rank(holders, t, length, ranks);
      for_listed(holders, t, last[t],
                 [&](Index b, Index) { ++starts_[b * terms_ + t + 1]; });
    }
  });
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  postings_.resize(starts_.back());
  for_ranges(terms_, kTerms, threads, [&](Index begin, Index end) {
    for (Index t = begin; t < end; ++t)
      fill(holders, t, last[t]);
  });
}

// visit(block, place among the holders) for what term t lists.
template <class Visit>
void PrunedLists::for_listed(const Holders& holders, Index t,
                             std::uint64_t last, Visit visit) const {
  Index b = 0, end = first_row(1);
  for (Index p = holders.offsets[t]; p < holders.offsets[t + 1]; ++p) {
    if (rank(holders, p) > last) continue;
    while (holders.columns[p] >= end)
      end = first_row(++b + 1);
    visit(b, p);
  }
}

void PrunedLists::fill(const Holders& holders, Index t, std::uint64_t last) {
  Index block = -1, first = 0, place = 0;
  for_listed(holders, t, last, [&](Index b, Index p) {
    if (b != block) {
      block = b;
      first = first_row(b);
      place = starts_[b * terms_ + t];
    }
    postings_[place++] = {
        static_cast<std::uint16_t>(holders.columns[p] - first),
        holders.values[p]};
  });
}

ShortRows::ShortRows(const CsrView<float>& rows) {
  postings_.reserve(rows.nonzeros() + rows.rows);
  offsets_.reserve(rows.rows + 1);
  for (Index i = 0; i < rows.rows; ++i) {
    offsets_.push_back(std::ssize(postings_));
    for (Index z = rows.offsets[i]; z < rows.offsets[i + 1]; ++z) {
      const std::int16_t weight = rounded(rows.values[z]);
      if (weight != 0) postings_.push_back({folded(rows.columns[z]), weight});
    }
    postings_.push_back({});
  }
  offsets_.push_back(std::ssize(postings_));
}

}  // namespace semilin
