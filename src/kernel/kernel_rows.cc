#include "kernel/kernel_rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "semilin/advanced/base/random.h"
#include "semilin/base/error.h"

#include "matrix/row_functions.h"

namespace semilin {
namespace {

// Queries that are multiplied together.
constexpr Index kQueries = 32;

double squared_length(const CsrStore& rows, Index i) {
  return rows.visit([i](const auto& x) { return squared_length(x, i); });
}

// Rows begin..end-1 as the columns of a block of `cols` rows; columns beyond
// are in no other row.
void scatter(const CsrStore& rows, Index begin, Index end, Index cols,
             std::vector<double>& block) {
  block.assign(cols * kQueries, 0.0);
  rows.visit([&](const auto& view) {
    for (Index i = begin; i < end; ++i) {
      for (Index z = view.offsets[i]; z < view.offsets[i + 1]; ++z) {
        if (view.columns[z] < cols)
          block[view.columns[z] * kQueries + i - begin] = view.values[z];
      }
    }
  });
}

}  // namespace

void multiply_rows(const CsrStore& rows, int k, std::span<const double> weights,
                   int threads, std::span<double> out) {
  require_valid(rows, threads);
  const Index known = static_cast<Index>(weights.size()) / k;
  const Index cols = std::max(rows.cols(), known);
  std::vector<double> padded(weights.begin(), weights.end());
  padded.resize(cols * k, 0.0);
  const CsrOperator x(rows.with_cols(cols), 0, threads);
  x.apply(k, std::span<const double>(padded), {}, out);
}

CsrStore drawn_rows(const CsrStore& rows, Index count, std::uint64_t seed) {
  std::vector<Index> all(rows.rows());
  std::iota(all.begin(), all.end(), Index{0});
  Random(seed).shuffle(all);
  all.resize(std::min(count, rows.rows()));
  std::sort(all.begin(), all.end());
  return rows.select(all);
}

KernelRows::KernelRows(const CsrStore& rows, double width, int threads)
    : rows_(std::make_unique<const CsrOperator>(rows, 0, threads)),
      width_(width) {
  require(width > 0, "kernel: the width must be positive");
  squares_.reserve(rows.rows());
  for (Index i = 0; i < rows.rows(); ++i)
    squares_.push_back(squared_length(rows, i));
}

double KernelRows::value(double product, double x_square,
                         double y_square) const {
  const double distance =
      std::max(0.0, x_square + y_square - 2 * product) / (width_ * width_);
  return std::exp(-distance / 2);
}

Eigen::MatrixXd KernelRows::against(const CsrStore& queries, Index begin,
                                    Index end) const {
  require_valid(queries);
  Eigen::MatrixXd values(size(), end - begin);
  std::vector<double> block, products(size() * kQueries);
  for (Index first = begin; first < end; first += kQueries) {
    const Index last = std::min(first + kQueries, end);
    scatter(queries, first, last, rows_->cols(), block);
    rows_->apply(kQueries, std::span<const double>(block), {},
                 std::span<double>(products));
    for (Index q = first; q < last; ++q) {
      const double square = squared_length(queries, q);
      for (Index j = 0; j < size(); ++j) {
        values(j, q - begin) =
            value(products[j * kQueries + q - first], square, squares_[j]);
      }
    }
  }
  return values;
}

}  // namespace semilin
