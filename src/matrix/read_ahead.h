// Rows that may lie in a mapped file larger than memory: what a product reads
// next is asked for while it works on what came before.
//
// The system's own read-ahead fetches megabytes around every page that is
// missing. Several threads that walk columns and values at once then push out
// what the others have asked for, and a store is read many times per pass. Here
// each walker asks for its next piece, and for nothing else.
#pragma once

#include <algorithm>

#include "semilin/base/index.h"
#include "semilin/matrix/csr.h"

#include "matrix/csr_kernels.h"

namespace semilin {

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
