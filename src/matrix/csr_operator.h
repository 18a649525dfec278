// CSR rows, with a constant bias column appended, as a LinearOperator.
#pragma once

#include <memory>
#include <tuple>
#include <vector>

#include "semilin/base/ranks.h"
#include "semilin/matrix/csr.h"

#include "matrix/linear_operator.h"

namespace semilin {

/// X = [rows, bias]: cols() is rows.cols(), plus one if bias != 0.
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
class CsrOperator final : public LinearOperator {
 public:
  /// Shares `rows`. threads 0: all available. coarser_than: the pieces() of an
  /// operator of more rows, as positions among these; empty: of none.
  CsrOperator(CsrStore rows, double bias, int threads, Ranks ranks = {},
              bool steady = false, std::span<const Index> coarser_than = {});
  ~CsrOperator() override;

  [[nodiscard]] Index rows() const override;
  [[nodiscard]] Index cols() const override;
  [[nodiscard]] int threads() const override;
  /// The rows, without the bias.
  [[nodiscard]] const CsrStore& store() const { return rows_; }
  /// Value of the last column; 0: there is none.
  [[nodiscard]] double bias() const { return bias_; }

  void apply(int k, std::span<const float> in, RowSet active,
             std::span<float> out) const override;
  void apply(int k, std::span<const double> in, RowSet active,
             std::span<double> out) const override;
  void apply_transpose(int k, std::span<const float> in, RowSet active,
                       std::span<float> out) const override;
  void apply_transpose(int k, std::span<const double> in, RowSet active,
                       std::span<double> out) const override;
  void apply_squares(std::span<const float> in, RowSet active,
                     std::span<float> out) const override;
  [[nodiscard]] std::span<const Index> pieces() const override;
  void sum_over_rows(std::span<double> sums) const override;
  [[nodiscard]] double constant() const override { return bias_; }

 private:
  struct Cuts;
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
  std::unique_ptr<const Cuts> cuts_;
  mutable std::tuple<std::vector<float>, std::vector<double>> partial_sums_;
};

}  // namespace semilin
