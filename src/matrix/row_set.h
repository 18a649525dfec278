// The rows and columns of a product with a block of numbers.
#pragma once

#include <span>

#include "semilin/base/index.h"

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

}  // namespace semilin
