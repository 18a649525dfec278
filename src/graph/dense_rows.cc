#include "graph/dense_rows.h"

#include <algorithm>
#include <numeric>

#include "semilin/graph/neighbors.h"

namespace semilin {

RowIds row_numbers(Index begin, Index end) {
  RowIds numbers(end - begin);
  std::iota(numbers.begin(), numbers.end(), static_cast<std::int32_t>(begin));
  return numbers;
}

DenseRows gathered(const DenseRows& rows, std::span<const std::int32_t> ids) {
  DenseRows some(std::ssize(ids), rows.cols());
  for (Index s = 0; s < some.rows(); ++s)
    some.row(s) = rows.row(ids[s]);
  return some;
}

DenseRow mean_row(const CsrView<float>& rows) {
  Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(rows.cols);
  for (Index z = 0; z < rows.nonzeros(); ++z)
    sum[rows.columns[z]] += rows.values[z];
  return (sum / static_cast<double>(std::max<Index>(rows.rows, 1)))
      .cast<float>();
}

void fill_centered(const CsrView<float>& rows,
                   std::span<const std::int32_t> ids, const DenseRow& mean,
                   Eigen::Ref<DenseRows> out) {
  out.setZero();
  for (std::size_t s = 0; s < ids.size(); ++s) {
    const std::int32_t i = ids[s];
    if (i == kNoNeighbor) continue;
    for (Index z = rows.offsets[i]; z < rows.offsets[i + 1]; ++z)
      out(s, rows.columns[z]) = rows.values[z];
    out.row(s) -= mean;
  }
}

}  // namespace semilin
