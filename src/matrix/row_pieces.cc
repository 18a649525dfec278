#include "matrix/row_pieces.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "base/parallel.h"

namespace semilin {
namespace {

// A piece has at least this many non-zeros for each column, or for each number
// of its sums: clearing and adding these then costs a few hundredths of X' q.
constexpr Index kPieceNonzeros = 16;
// Non-zeros of each column, if steady. Sums of many columns that do not stay in
// a cache cost a tenth of X' q then.
constexpr Index kSteadyNonzeros = 48;
constexpr Index kMaxPieces = 32;

Index power_of_two(Index most) {
  const Index pieces = std::clamp<Index>(most, 1, kMaxPieces);
  return static_cast<Index>(std::bit_floor(static_cast<std::uint64_t>(pieces)));
}

std::span<const Index> offsets_of(const CsrStore& rows) {
  return rows.visit([](const auto& view) {
    return std::span<const Index>(view.offsets,
                                  static_cast<std::size_t>(view.rows) + 1);
  });
}

// The bounds of `own` neighbors each, or of as many as there are.
std::vector<Index> coarse(std::span<const Index> bounds, Index own) {
  const Index step = std::max<Index>((std::ssize(bounds) - 1) / own, 1);
  std::vector<Index> result;
  for (Index p = 0; p < std::ssize(bounds); p += step)
    result.push_back(bounds[p]);
  return result;
}

}  // namespace

RowPieces::RowPieces(const CsrStore& rows, const Ranks& ranks, bool steady,
                     std::span<const Index> coarser_than)
    : per_column_(ranks.total(rows.nonzeros()) /
                  std::max<Index>(rows.cols(), 1)),
      ranks_(ranks.size()),
      steady_(steady) {
  const Index all = ranks.total(rows.nonzeros());
  const Index before = ranks.before(rows.nonzeros());
  const Index pieces = power_of_two(per_column_ / kPieceNonzeros);
  const Index own = power_of_two(pieces / ranks_);
  if (!coarser_than.empty()) {
    bounds_ = coarse(coarser_than, own);
    return;
  }
  if (rows.rows() == 0) {
    bounds_.assign(own + 1, 0);
    return;
  }
  const std::span<const Index> offsets = offsets_of(rows);
  if (pieces % ranks_ != 0) {
    bounds_ = equal_ranges(offsets, own);
    return;
  }
  for (Index p = own * ranks.rank(); p <= own * (ranks.rank() + 1); ++p) {
    // as equal_ranges cuts the rows of all ranks
    const Index target = all / pieces * p + all % pieces * p / pieces;
    bounds_.push_back(std::lower_bound(offsets.begin(), offsets.end() - 1,
                                       offsets.front() + target - before) -
                      offsets.begin());
  }
  bounds_.front() = 0;
  bounds_.back() = rows.rows();
}

std::vector<Index> RowPieces::bounds_for(int k) const {
  const Index least = steady_ ? std::min(k * kPieceNonzeros, kSteadyNonzeros)
                              : k * kPieceNonzeros;
  const Index own = power_of_two(power_of_two(per_column_ / least) / ranks_);
  return coarse(bounds_, own);
}

std::vector<Index> cut_at(std::span<const Index> pieces, RowSet active,
                          Index rows) {
  if (pieces.empty() || active.whole) return {0, active.size(rows)};
  if (active.all) return {pieces.begin(), pieces.end()};
  std::vector<Index> cuts;
  for (const Index row : pieces) {
    cuts.push_back(
        std::lower_bound(active.list.begin(), active.list.end(), row) -
        active.list.begin());
  }
  return cuts;
}

}  // namespace semilin
