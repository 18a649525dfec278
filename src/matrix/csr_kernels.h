// Products of a range of CSR rows with k contiguous columns: serial, no
// allocation, compiled for AVX2 + FMA and for the plain processor and chosen at
// run time.
#pragma once

#include <cstdint>

#include "semilin/base/index.h"
#include "semilin/matrix/csr.h"

namespace semilin::kernels {

/// The rows of one call: positions begin <= i < end of `list`, or of 0, 1, 2,
/// ... if list is null.
struct RowRange {
  const Index* list = nullptr;
  Index begin = 0;
  Index end = 0;

  /// The row at a position.
  Index operator[](Index position) const {
    return list ? list[position] : position;
  }
};

/// The columns of one call: in row i the non-zeros from lower[i] to upper[i],
/// counted from the row's first; null: from the first, to the last.
struct ColumnRange {
  const std::uint32_t* lower = nullptr;
  const std::uint32_t* upper = nullptr;
};

/// out[i, :] = sum_j x_ij in[j, :] + bias in[cols, :], k numbers per row.
template <class Value, class T>
void apply(const CsrView<Value>& x, RowRange rows, int k, double bias,
           const T* in, T* out);

/// out[j, :] += sum_i x_ij in[i, :] over the column range of each row, in row
/// order; Power 2: x_ij^2.
template <int Power, class Value, class T>
void add_transpose(const CsrView<Value>& x, RowRange rows, ColumnRange columns,
                   int k, const T* in, T* out);

}  // namespace semilin::kernels
