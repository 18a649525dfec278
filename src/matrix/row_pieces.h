// The rows and columns of a product with a block of numbers, and the pieces of
// rows whose sums are added in one order, however many ranks hold them.
#pragma once

#include <span>
#include <vector>

#include "semilin/base/ranks.h"
#include "semilin/matrix/csr.h"

namespace semilin {

/// Outputs padded to a number of columns that the products are fast for: 1 or
/// the next multiple of 4.
[[nodiscard]] constexpr int batch_stride(int outputs) {
  if (outputs <= 1) return 1;
  return (outputs + 3) / 4 * 4;
}

/// The rows that take part: all of them, or an ascending list, which is
/// borrowed.
struct RowSet {
  bool all = true;              ///< then `list` is not looked at
  std::span<const Index> list;  ///< ascending positions
  bool whole = false;  ///< sums over them are taken in one piece: they are few

  /// The rows listed.
  [[nodiscard]] static RowSet listed(std::span<const Index> list,
                                     bool whole = false) {
    return {false, list, whole};
  }
  /// How many of `rows` rows take part.
  [[nodiscard]] Index size(Index rows) const {
    return all ? rows : static_cast<Index>(list.size());
  }
  /// The i-th row that takes part.
  [[nodiscard]] Index operator[](Index i) const { return all ? i : list[i]; }
};

/// The rows of all ranks, cut into a power of two of pieces of equal non-zeros,
/// the more the more non-zeros there are for each column. Ranks that hold the
/// parts of part_of have the pieces of a single one, if the number of pieces
/// can be divided by theirs; all make them together.
class RowPieces {
 public:
  /// coarser_than: where those of this rank may begin at most, and the number
  /// of rows; a power of two of ranges. Empty: anywhere.
  RowPieces(const CsrStore& rows, const Ranks& ranks, bool steady,
            std::span<const Index> coarser_than = {});

  /// Where this rank's pieces begin, and the number of its rows.
  [[nodiscard]] std::span<const Index> bounds() const { return bounds_; }
  /// The same for X' q of k columns, whose pieces are some neighbors of these
  /// each: the sums of a piece, as many as X has columns, must be worth it.
  /// Steady: be as many as they can for some hundredths of the time.
  [[nodiscard]] std::vector<Index> bounds_for(int k) const;

 private:
  std::vector<Index> bounds_;
  Index per_column_;  // non-zeros, of all ranks
  Index ranks_;
  bool steady_;
};

/// Positions in `active` (of `rows` rows) at which pieces begin, and its size.
[[nodiscard]] std::vector<Index> cut_at(std::span<const Index> pieces,
                                        RowSet active, Index rows);

/// Adds up `count` blocks, two neighbors at a time, then two neighbors of
/// these sums, and so on: calls add(i, j) for block i to become i + j. Block 0
/// is the sum in the end.
template <class Add>
void add_in_pairs(Index count, const Add& add) {
  for (Index width = 1; width < count; width *= 2) {
    for (Index i = 0; i + width < count; i += 2 * width)
      add(i, i + width);
  }
}

/// Calls add(position, sums) for the positions of each piece, in order; returns
/// the pieces' sums, added up in pairs.
template <class Add>
std::vector<double> sum_in_order(std::span<const Index> cuts,
                                 std::size_t num_sums, const Add& add) {
  const Index pieces = std::ssize(cuts) - 1;
  std::vector<double> sums(pieces * num_sums, 0.0);
  for (Index piece = 0; piece < pieces; ++piece) {
    for (Index i = cuts[piece]; i < cuts[piece + 1]; ++i)
      add(i, sums.data() + piece * num_sums);
  }
  add_in_pairs(pieces, [&](Index to, Index from) {
    for (std::size_t s = 0; s < num_sums; ++s)
      sums[to * num_sums + s] += sums[from * num_sums + s];
  });
  sums.resize(num_sums);
  return sums;
}

}  // namespace semilin
