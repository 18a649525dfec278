// Passes over blocks of numbers whose k columns are separate problems: cut into
// pieces by size alone, sums added in order.
#ifndef SEMILIN_SRC_SOLVERS_BLOCKS_H_
#define SEMILIN_SRC_SOLVERS_BLOCKS_H_

#include <algorithm>
#include <span>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/base/parallel.h"

// Compiles a function for AVX2 and FMA as well, chosen at run time.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define SEMILIN_CLONES [[gnu::target_clones("arch=x86-64-v3", "default")]]
#else
#define SEMILIN_CLONES
#endif

namespace semilin {

/// Pieces of about 16,000 numbers, at most 256.
inline Index num_pieces(Index rows, int stride) {
  return std::clamp<Index>(rows * stride / 16384, 1, 256);
}

/// Calls piece(begin, end, sums) for consecutive ranges of 0..rows-1 in
/// parallel, `sums` being num_sums zeros of the piece's own; returns the sums
/// of all pieces, added in order.
template <class Piece>
std::vector<double> sum_pieces(Index rows, int stride, int threads,
                               int num_sums, const Piece& piece) {
  const Index pieces = num_pieces(rows, stride);
  std::vector<double> slots(pieces * num_sums, 0.0);
  parallel_for(pieces, threads, [&](Index task) {
    piece(rows * task / pieces, rows * (task + 1) / pieces,
          slots.data() + task * num_sums);
  });
  std::vector<double> sums(slots.begin(), slots.begin() + num_sums);
  for (Index task = 1; task < pieces; ++task) {
    for (int s = 0; s < num_sums; ++s)
      sums[s] += slots[task * num_sums + s];
  }
  return sums;
}

}  // namespace semilin

#endif  // SEMILIN_SRC_SOLVERS_BLOCKS_H_
