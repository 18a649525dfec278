// The data as a solver sees them: products with a matrix, nothing else.
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

/// A matrix X of rows() x cols() known by its products with k columns at once.
/// Blocks are row-major with the k numbers of a row contiguous; k = 1
/// and multiples of 4 are fast. Results do not depend on the number of threads.
/// The float products serve the inside of an iterative solver, the double ones
/// its gradients. Rows outside `active` are neither read nor written.
class LinearOperator {
 public:
  LinearOperator() = default;
  LinearOperator(const LinearOperator&) = delete;
  LinearOperator& operator=(const LinearOperator&) = delete;
  virtual ~LinearOperator() = default;

  [[nodiscard]] virtual Index rows() const = 0;   ///< Of X.
  [[nodiscard]] virtual Index cols() const = 0;   ///< Of X.
  [[nodiscard]] virtual int threads() const = 0;  ///< That products use.

  /// out = X in: `in` is cols() x k, `out` rows() x k.
  virtual void apply(int k, std::span<const float> in, RowSet active,
                     std::span<float> out) const = 0;
  /// The same in double.
  virtual void apply(int k, std::span<const double> in, RowSet active,
                     std::span<double> out) const = 0;

  /// out = X_active' in: `in` is rows() x k, `out` cols() x k, overwritten.
  virtual void apply_transpose(int k, std::span<const float> in, RowSet active,
                               std::span<float> out) const = 0;
  /// The same in double.
  virtual void apply_transpose(int k, std::span<const double> in, RowSet active,
                               std::span<double> out) const = 0;

  /// out[j] = sum over active rows of x_ij^2 in[i]: one column.
  virtual void apply_squares(std::span<const float> in, RowSet active,
                             std::span<float> out) const = 0;

  /// The rows at which pieces begin, and rows(): a sum over rows is that of the
  /// sums of the pieces, two neighbors at a time. Empty: there is one piece.
  [[nodiscard]] virtual std::span<const Index> pieces() const { return {}; }
  /// Completes sums that the caller took over the rows it sees; does nothing
  /// unless rows are spread over processes.
  virtual void sum_over_rows(std::span<double> sums) const;

  /// The value that the last column has in all rows; 0: it is one like others.
  [[nodiscard]] virtual double constant() const { return 0; }
};

}  // namespace semilin
