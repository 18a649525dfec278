// Products of a range of CSR rows with k contiguous columns: serial, no
// allocation, compiled for AVX2 + FMA and for the plain processor and chosen at
// run time; and the pieces in which a product walks its rows.
#pragma once

#include <algorithm>
#include <cstdint>

#include "semilin/base/index.h"
#include "semilin/matrix/csr.h"

namespace semilin::kernels {

/// The rows of one call: positions begin <= i < end of `list`, or of 0, 1, 2,
/// ... if list is null.
struct RowRange {
  const Index* list = nullptr;
  Index begin = 0;
  Index end = 0;

  /// The row at a position.
  Index operator[](Index position) const {
    return list ? list[position] : position;
  }
};

/// The columns of one call: in row i the non-zeros from lower[i] to upper[i],
/// counted from the row's first; null: from the first, to the last.
struct ColumnRange {
  const std::uint32_t* lower = nullptr;
  const std::uint32_t* upper = nullptr;
};

/// out[i, :] = sum_j x_ij in[j, :] + bias in[cols, :], k numbers per row.
template <class Value, class T>
void apply(const CsrView<Value>& x, RowRange rows, int k, double bias,
           const T* in, T* out);

/// out[j, :] += sum_i x_ij in[i, :] over the column range of each row, in row
/// order; Power 2: x_ij^2.
template <int Power, class Value, class T>
void add_transpose(const CsrView<Value>& x, RowRange rows, ColumnRange columns,
                   int k, const T* in, T* out);

}  // namespace semilin::kernels

namespace semilin {

// Rows may lie in a mapped file larger than memory: what a product reads next
// is asked for while it works on what came before. The system's own read-ahead
// fetches megabytes around every page that is missing. Several threads that
// walk columns and values at once then push out what the others have asked for,
// and a store is read many times per pass. Here each walker asks for its next
// piece, and for nothing else.

/// Asks for [begin, end) to be read from disk unless its ends are in memory;
/// does not wait. Costs a microsecond if they are.
void will_read(const void* begin, const void* end);

/// Entries of a piece: 2 MB of floats and columns.
inline constexpr Index kPieceEntries = Index{1} << 18;
/// Matrices with fewer entries are not worth asking for.
inline constexpr Index kReadAheadEntries = Index{1} << 22;

/// Calls act(piece) for pieces that make up `range`, in order, each of them at
/// least a row.
template <class Value, class Act>
void for_pieces(const CsrView<Value>& rows, kernels::RowRange range,
                const Act& act) {
  if (rows.nonzeros() < kReadAheadEntries) return act(range);
  if (range.begin == range.end) return;
  will_read(rows.offsets + range[range.begin],
            rows.offsets + range[range.end - 1] + 2);
  // The piece that starts at a position, for which it asks; empty at the end.
  const auto ask = [&](Index begin) -> kernels::RowRange {
    if (begin == range.end) return {range.list, begin, begin};
    const Index first = rows.offsets[range[begin]];
    Index low = begin + 1;  // the end lies in [low, high]
    Index high = std::min(range.end, begin + kPieceEntries);
    while (low < high) {
      const Index middle = high - (high - low) / 2;
      const Index entries = rows.offsets[range[middle - 1] + 1] - first;
      if (entries <= kPieceEntries) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    const Index last = rows.offsets[range[low - 1] + 1];
    will_read(rows.columns + first, rows.columns + last);
    will_read(rows.values + first, rows.values + last);
    return {range.list, begin, low};
  };
  kernels::RowRange piece = ask(range.begin);
  while (piece.begin < piece.end) {
    const kernels::RowRange next = ask(piece.end);
    act(piece);
    piece = next;
  }
}

}  // namespace semilin
