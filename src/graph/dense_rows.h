// Rows with their zeros, for products by blocks.
#ifndef SEMILIN_SRC_GRAPH_DENSE_ROWS_H_
#define SEMILIN_SRC_GRAPH_DENSE_ROWS_H_

#include <cstdint>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "semilin/base/index.h"
#include "semilin/matrix/csr.h"

namespace semilin {

using DenseRows =
    Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using DenseRow = Eigen::RowVectorXf;

using RowIds = std::vector<std::int32_t>;

/// begin, ..., end - 1.
[[nodiscard]] RowIds row_numbers(Index begin, Index end);

/// Rows ids[0], ids[1], ...
[[nodiscard]] DenseRows gathered(const DenseRows& rows,
                                 std::span<const std::int32_t> ids);

/// The mean of the rows; 0 if there are none.
[[nodiscard]] DenseRow mean_row(const CsrView<float>& rows);

/// out = rows ids[0], ids[1], ... less `mean`; zeros for kNoNeighbor.
void fill_centered(const CsrView<float>& rows,
                   std::span<const std::int32_t> ids, const DenseRow& mean,
                   Eigen::Ref<DenseRows> out);

}  // namespace semilin

#endif  // SEMILIN_SRC_GRAPH_DENSE_ROWS_H_
