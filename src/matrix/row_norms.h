// Lengths of rows.
#ifndef SEMILIN_SRC_MATRIX_ROW_NORMS_H_
#define SEMILIN_SRC_MATRIX_ROW_NORMS_H_

#include <vector>

#include "semilin/matrix/csr.h"

namespace semilin {

/// |x_i|^2 of every row, good to float's accuracy.
[[nodiscard]] std::vector<float> squared_norms(const CsrStore& rows,
                                               int threads);

}  // namespace semilin

#endif  // SEMILIN_SRC_MATRIX_ROW_NORMS_H_
