// Passes over blocks of numbers whose k columns are separate problems: cut into
// pieces by size alone, sums added in order.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "semilin/base/index.h"

#include "base/parallel.h"
#include "matrix/csr_operator.h"
#include "matrix/row_pieces.h"

// Compiles a function for AVX2 and FMA as well, chosen at run time.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(SEMILIN_SANITIZED)
#define SEMILIN_CLONES [[gnu::target_clones("arch=x86-64-v3", "default")]]
#else
#define SEMILIN_CLONES
#endif

// Before a loop whose steps do not touch each other's numbers.
#if defined(__GNUC__) && !defined(__clang__)
#define SEMILIN_IVDEP _Pragma("GCC ivdep")
#else
#define SEMILIN_IVDEP
#endif

namespace semilin {

/// Pieces of about 16,000 numbers, at most 256.
inline Index num_pieces(Index rows, int stride) {
  return std::clamp<Index>(rows * stride / 16384, 1, 256);
}

/// The most sums of the pieces of one range, 2 MB.
inline constexpr Index kMostSums = Index{1} << 18;

/// Calls each(i) for 0 <= i < rows, in parallel pieces.
template <class Each>
void for_rows(Index rows, int stride, int threads, const Each& each) {
  const Index pieces = num_pieces(rows, stride);
  parallel_for(pieces, threads, [&](Index task) {
    const Index end = rows * (task + 1) / pieces;
    for (Index i = rows * task / pieces; i < end; ++i)
      each(i);
  });
}

/// Calls piece(begin, end, sums) in parallel for consecutive ranges of
/// positions, none across one of `cuts`, `sums` being num_sums zeros of the
/// range's own. Returns the sums of all: of the ranges between two cuts added
/// in order, then in pairs (matrix/row_pieces.h).
template <class Piece>
std::vector<double> sum_pieces(std::span<const Index> cuts, int stride,
                               int threads, int num_sums, const Piece& piece) {
  const Index parts = std::ssize(cuts) - 1;
  const Index most = std::max<Index>(1, kMostSums / num_sums);
  std::vector<Index> begins, firsts;  // of the ranges; each part's first one
  for (Index part = 0; part < parts; ++part) {
    firsts.push_back(std::ssize(begins));
    const Index rows = cuts[part + 1] - cuts[part];
    const Index pieces = std::min(most, num_pieces(rows, stride));
    for (Index task = 0; task < pieces; ++task)
      begins.push_back(cuts[part] + rows * task / pieces);
  }
  firsts.push_back(std::ssize(begins));
  begins.push_back(cuts.back());
  const Index pitch = num_sums + 8;  // no cache line is two ranges'
  std::vector<double> slots(firsts.back() * pitch, 0.0);
  parallel_for(firsts.back(), threads, [&](Index task) {
    piece(begins[task], begins[task + 1], slots.data() + task * pitch);
  });
  const auto add = [&](Index to, Index from) {
    for (int s = 0; s < num_sums; ++s)
      slots[to * pitch + s] += slots[from * pitch + s];
  };
  for (Index part = 0; part < parts; ++part) {
    for (Index task = firsts[part] + 1; task < firsts[part + 1]; ++task)
      add(firsts[part], task);
  }
  add_in_pairs(parts,
               [&](Index to, Index from) { add(firsts[to], firsts[from]); });
  slots.resize(num_sums);
  return slots;
}

/// The same of positions 0..rows-1 without cuts.
template <class Piece>
std::vector<double> sum_pieces(Index rows, int stride, int threads,
                               int num_sums, const Piece& piece) {
  const Index cuts[] = {0, rows};
  return sum_pieces(cuts, stride, threads, num_sums, piece);
}

/// The same of the rows of x that take part, those of all processes; positions
/// are those in `rows`.
template <class Piece>
std::vector<double> sum_rows(const CsrOperator& x, RowSet rows, int stride,
                             int num_sums, const Piece& piece) {
  std::vector<double> sums = sum_pieces(cut_at(x.pieces(), rows, x.rows()),
                                        stride, x.threads(), num_sums, piece);
  x.sum_over_rows(sums);
  return sums;
}

/// Calls each(k, cost of a row in output k), in any order: a row's cost times
/// its multiples (batch_problem.h), which may be null.
template <class Each>
[[gnu::always_inline]] inline void for_costs(double cost,
                                             const double* multiples,
                                             Index stride, const Each& each) {
  if (multiples == nullptr) {
    SEMILIN_IVDEP
    for (Index k = 0; k < stride; ++k)
      each(k, cost);
  } else {
    SEMILIN_IVDEP
    for (Index k = 0; k < stride; ++k)
      each(k, cost * multiples[k]);
  }
}

/// The columns that a pass over a block works on at once: its stride, or 8 for
/// a single column, whose numbers are dealt to them.
inline int num_lanes(int stride) {
  return stride == 1 ? 8 : stride;
}

/// Passes over a block of `size` numbers with `stride` columns as if it had
/// num_lanes(stride): pass(begin, end, sums) adds num_sums sums per lane for
/// the numbers [begin, end), which are whole groups of lanes but for the last.
/// Returns num_sums x stride sums.
template <class Pass>
std::vector<double> sum_lanes(Index size, int stride, int threads, int num_sums,
                              const Pass& pass) {
  const int lanes = num_lanes(stride);
  std::vector<double> sums =
      sum_pieces((size + lanes - 1) / lanes, lanes, threads, num_sums * lanes,
                 [&](Index begin, Index end, double* sum) {
                   pass(begin * lanes, std::min(end * lanes, size), sum);
                 });
  if (lanes == stride) return sums;
  std::vector<double> folded(num_sums, 0.0);
  for (std::size_t s = 0; s < sums.size(); ++s)
    folded[s / lanes] += sums[s];
  return folded;
}

/// One number a lane.
template <class T>
std::vector<T> spread_lanes(std::span<const double> values, int stride) {
  std::vector<T> spread(num_lanes(stride));
  for (std::size_t k = 0; k < spread.size(); ++k) {
    spread[k] = static_cast<T>(values[stride == 1 ? 0 : k]);
  }
  return spread;
}

}  // namespace semilin
