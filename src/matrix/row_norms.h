// Lengths of rows.
#pragma once

#include <vector>

#include "semilin/matrix/csr.h"

namespace semilin {

/// |x_i|^2.
template <class Value>
[[nodiscard]] double squared_length(const CsrView<Value>& rows, Index i) {
  double sum = 0;
  for (const Value value : rows.row_values(i))
    sum += static_cast<double>(value) * static_cast<double>(value);
  return sum;
}

/// |x_i|^2 of every row, good to float's accuracy.
[[nodiscard]] std::vector<float> squared_norms(const CsrStore& rows,
                                               int threads);

}  // namespace semilin
