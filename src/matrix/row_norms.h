// Lengths of rows.
#pragma once

#include <vector>

#include "semilin/matrix/csr.h"

namespace semilin {

/// |x_i|^2 of every row, good to float's accuracy.
[[nodiscard]] std::vector<float> squared_norms(const CsrStore& rows,
                                               int threads);

}  // namespace semilin
