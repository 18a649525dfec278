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
        const double product = products[j * kQueries + q - first];
        const double distance =
            std::max(0.0, square + squares_[j] - 2 * product) /
            (width_ * width_);
        values(j, q - begin) = std::exp(-distance / 2);
      }
    }
  }
  return values;
}

}  // namespace semilin
