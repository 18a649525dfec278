// CSR rows, with a constant bias column appended, as a LinearOperator.
#ifndef SEMILIN_MATRIX_CSR_OPERATOR_H_
#define SEMILIN_MATRIX_CSR_OPERATOR_H_

#include <cstdint>
#include <memory>

#include "semilin/matrix/csr.h"
#include "semilin/matrix/linear_operator.h"

namespace semilin {

/// X = [rows, bias]: cols() is rows.cols(), plus one if bias != 0.
///
/// X p is cut by rows. X' q is cut by columns: every thread walks all rows but
/// adds only to its own range of columns, so each sum is taken in row order
/// whatever the number of threads, and no partial sums are stored. The cuts of
/// each row cost 4 (threads - 1) bytes a row.
class CsrOperator final : public LinearOperator {
 public:
  /// Shares `rows`. threads 0: all available.
  CsrOperator(CsrStore rows, double bias, int threads);
  ~CsrOperator() override;

  [[nodiscard]] Index rows() const override;
  [[nodiscard]] Index cols() const override;
  [[nodiscard]] int threads() const override;

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

 private:
  struct Cuts;
  template <int Power, class T>
  void transpose(int k, std::span<const T> in, RowSet active,
                 std::span<T> out) const;

  CsrStore rows_;
  double bias_;
  int threads_;
  std::unique_ptr<const Cuts> cuts_;
};

}  // namespace semilin

#endif  // SEMILIN_MATRIX_CSR_OPERATOR_H_
