// Rows that many others are compared with by the rbf kernel,
// exp(-|x - y|^2 / (2 width^2)).
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "matrix/csr_operator.h"

namespace semilin {

/// A block of numbers, rows x columns and row-major.
using Block =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
/// One that somebody else owns: read, or written.
using In = Eigen::Map<const Block>;
using Out = Eigen::Map<Block>;

/// At most `count` of the rows by chance, in their order.
[[nodiscard]] CsrStore drawn_rows(const CsrStore& rows, Index count,
                                  std::uint64_t seed);

class KernelRows {
 public:
  /// Throws std::invalid_argument unless the width is positive.
  KernelRows(const CsrStore& rows, double width, int threads);

  [[nodiscard]] Index size() const { return rows_->rows(); }
  /// The kernel of y_j and x_q for each row y_j and queries begin..end-1:
  /// size() x (end - begin). Products of all rows with a block of queries at a
  /// time.
  [[nodiscard]] Eigen::MatrixXd against(const CsrStore& queries, Index begin,
                                        Index end) const;
  /// out = k(queries)'x, queries.rows() x x.cols(), some rows at a time.
  template <class Matrix>
  void multiply(const CsrStore& queries, const Matrix& x, Out out) const {
    constexpr Index kAtOnce = 1024;
    for (Index begin = 0; begin < queries.rows(); begin += kAtOnce) {
      const Index end = std::min(begin + kAtOnce, queries.rows());
      out.middleRows(begin, end - begin).noalias() =
          against(queries, begin, end).transpose() * x;
    }
  }

 private:
  std::unique_ptr<const CsrOperator> rows_;
  double width_;
  std::vector<double> squares_;
};

}  // namespace semilin
