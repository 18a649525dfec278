// The data as a solver sees them: products with CSR rows that have a constant
// bias column appended, nothing else.
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "semilin/base/ranks.h"
#include "semilin/matrix/csr.h"

#include "matrix/row_pieces.h"

namespace semilin {

/// X = [rows, bias]: cols() is rows.cols(), plus one if bias != 0. X is known
/// by its products with k columns at once. Blocks are row-major with the k
/// numbers of a row contiguous; k = 1 and multiples of 4 are fast. Results do
/// not depend on the number of threads. The float products serve the inside of
/// an iterative solver, the double ones its gradients. Rows outside `active`
/// are neither read nor written.
///
/// X p is cut by rows. X' q is cut by rows too, into pieces whose sums are
/// added two neighbors at a time; how many depends on the non-zeros of each
/// column and on k (src/matrix/row_pieces.h). Where threads are more, each
/// piece is cut by columns: every thread walks all of its rows but adds only to
/// its own range of columns. The pieces' sums take at most a 16th of the
/// store's memory, the columns' cuts 4 (threads - 1) bytes per row. Not for two
/// products at a time: they share the room for the pieces.
///
/// Many ranks: `rows` are this rank's, and X' q is that of the rows of all, of
/// the same bits for each number of ranks that the number of pieces can be
/// divided by. Steady: there are more pieces, that this may hold for more
/// ranks, and their sums take up to k/12 bytes per non-zero.
class CsrOperator {
 public:
  /// Shares `rows`. threads 0: all available. coarser_than: the pieces() of an
  /// operator of more rows, as positions among these; empty: of none.
  CsrOperator(CsrStore rows, double bias, int threads, Ranks ranks = {},
              bool steady = false, std::span<const Index> coarser_than = {});
  CsrOperator(const CsrOperator&) = delete;
  CsrOperator& operator=(const CsrOperator&) = delete;

  [[nodiscard]] Index rows() const { return rows_.rows(); }  ///< Rows of X.
  /// Columns of X, with the one of the bias.
  [[nodiscard]] Index cols() const {
    return rows_.cols() + (bias_ != 0 ? 1 : 0);
  }
  /// The number that products use.
  [[nodiscard]] int threads() const { return threads_; }
  /// The rows, without the bias.
  [[nodiscard]] const CsrStore& store() const { return rows_; }
  /// The value that the last column has in all rows; 0: it is one like others.
  [[nodiscard]] double bias() const { return bias_; }

  /// out = X in: `in` is cols() x k, `out` rows() x k.
  void apply(int k, std::span<const float> in, RowSet active,
             std::span<float> out) const;
  /// The same in double.
  void apply(int k, std::span<const double> in, RowSet active,
             std::span<double> out) const;

  /// out = X_active' in: `in` is rows() x k, `out` cols() x k, overwritten.
  void apply_transpose(int k, std::span<const float> in, RowSet active,
                       std::span<float> out) const;
  /// The same in double.
  void apply_transpose(int k, std::span<const double> in, RowSet active,
                       std::span<double> out) const;

  /// out[j] = sum over active rows of x_ij^2 in[i]: one column.
  void apply_squares(std::span<const float> in, RowSet active,
                     std::span<float> out) const;

  /// The rows at which pieces begin, and rows(): a sum over rows is that of the
  /// sums of the pieces, two neighbors at a time.
  [[nodiscard]] std::span<const Index> pieces() const {
    return pieces_.bounds();
  }
  /// Completes sums that the caller took over the rows of this rank.
  void sum_over_rows(std::span<double> sums) const { ranks_.sum(sums); }

 private:
  template <int Power, class T>
  void transpose(int k, std::span<const T> in, RowSet active,
                 std::span<T> out) const;
  template <int Power, class T>
  void sum_pieces(std::span<const Index> cuts, int k, std::span<const T> in,
                  RowSet active, std::span<T> out) const;
  template <class T>
  void add_pieces(Index pieces, Index size, std::span<T> out) const;

  CsrStore rows_;
  double bias_;
  int threads_;
  Ranks ranks_;
  RowPieces pieces_;
  std::vector<Index> row_bounds_;     // ranges of equal non-zeros, for tasks
  std::vector<Index> column_bounds_;  // one range per thread
  // how many non-zeros of each row lie before each inner bound
  std::vector<std::vector<std::uint32_t>> positions_;
  mutable std::tuple<std::vector<float>, std::vector<double>> partial_sums_;
};

}  // namespace semilin
