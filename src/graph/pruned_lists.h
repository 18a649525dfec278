// The lists of the approximate search for sparse rows of unit length: of each
// term the rows that weigh it most; and all rows in half the memory that
// floats would take.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/matrix/csr.h"

namespace semilin {

/// Rows whose lists lie together: 16 bits count them, a cache holds their sums.
inline constexpr Index kPrunedBlockRows = 65536;

/// A weight of a row under a term, one of which is known.
struct Posting {
  std::uint16_t other;  ///< a row, counted from its block's first; or a column
  std::int16_t weight;
};

/// A weight of at most 1 as 16 bits: times 32767.
[[nodiscard]] inline std::int16_t rounded(float weight) {
  return static_cast<std::int16_t>(32767 * weight +
                                   (weight < 0 ? -0.5F : 0.5F));
}

/// A term of a row.
struct Term {
  std::int16_t weight;
  std::int32_t column;
};

/// The 40 heaviest terms of row i, which a query asks; of equal ones the first.
/// `sizes`: scratch.
[[nodiscard]] std::vector<Term> heaviest_terms(
    const CsrView<float>& rows, Index i, std::vector<std::int16_t>& sizes);

/// For each term, the rows that contain it, ascending, with their weights.
using Holders = CsrMatrix<std::int16_t>;

/// The lists of all terms, by blocks of consecutive rows.
class PrunedLists {
 public:
  /// Makes lists of such a length that a row makes `budget` additions on
  /// average. Takes 6 bytes for each non-zero, besides the lists.
  PrunedLists(const CsrView<float>& rows, Index budget, int threads);

  [[nodiscard]] Index blocks() const { return blocks_; }
  [[nodiscard]] Index first_row(Index b) const { return rows_ * b / blocks_; }
  /// The list of term t in block b.
  [[nodiscard]] std::span<const Posting> list(Index b, Index t) const {
    const Index* start = starts_.data() + b * terms_ + t;
    return {postings_.data() + start[0], postings_.data() + start[1]};
  }

 private:
  template <class Visit>
  void for_listed(const Holders& holders, Index t, std::uint64_t last,
                  Visit visit) const;
  void fill(const Holders& holders, Index t, std::uint64_t last);

  Index terms_, blocks_, rows_;
  std::vector<Index> starts_;  // the first entry of each term, block by block
  std::vector<Posting> postings_;
};

/// All rows: 16 bits distinguish the columns of most data, and where they do
/// not, two columns of a few pairs are taken for one.
class ShortRows {
 public:
  static constexpr Index kColumns = 65536;

  explicit ShortRows(const CsrView<float>& rows);

  [[nodiscard]] static std::uint16_t folded(std::int32_t column) {
    return static_cast<std::uint16_t>(column);
  }
  void prefetch_offset(Index j) const {
    __builtin_prefetch(offsets_.data() + j);
  }
  void prefetch(Index j) const {
    constexpr Index kOfCacheLine = 16;
    for (Index p = offsets_[j]; p < offsets_[j + 1]; p += kOfCacheLine)
      __builtin_prefetch(postings_.data() + p);
  }
  /// 32767^2 x.y_j, x being spread out over kColumns
  [[nodiscard]] std::int64_t times(const std::int16_t* x, Index j) const {
    std::int64_t sum = 0;
    const Posting* p = postings_.data() + offsets_[j];
    for (; p->weight != 0; ++p) {
      const int product = x[p->other] * p->weight;
      sum += product;
    }
    return sum;
  }

 private:
  std::vector<Index> offsets_;
  // The postings of each row, and then a 0: compilers make no vector code,
  // which gathers slowly here, of a loop without a count.
  std::vector<Posting> postings_;
};

}  // namespace semilin
