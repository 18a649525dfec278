#include "graph/dense_rows.h"

#include <algorithm>

namespace semilin {

DenseRow mean_row(const CsrView<float>& rows) {
  Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(rows.cols);
  for (Index z = 0; z < rows.nonzeros(); ++z)
    sum[rows.columns[z]] += rows.values[z];
  return (sum / static_cast<double>(std::max<Index>(rows.rows, 1)))
      .cast<float>();
}

void fill_centred(const CsrView<float>& rows, Index begin, Index end,
                  const DenseRow& mean, Eigen::Ref<DenseRows> out) {
  out.setZero();
  for (Index i = begin; i < end; ++i) {
    for (Index z = rows.offsets[i]; z < rows.offsets[i + 1]; ++z)
      out(i - begin, rows.columns[z]) = rows.values[z];
  }
  out.rowwise() -= mean;
}

}  // namespace semilin
