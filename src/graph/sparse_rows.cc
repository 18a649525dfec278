#include "graph/sparse_rows.h"

#include <vector>

namespace semilin {

CsrMatrix<float> transposed(const CsrView<float>& rows, Index begin,
                            Index end) {
  CsrMatrix<float> columns;
  columns.cols = end - begin;
  columns.offsets.assign(rows.cols + 1, 0);
  for (Index z = rows.offsets[begin]; z < rows.offsets[end]; ++z)
    ++columns.offsets[rows.columns[z] + 1];
  for (Index t = 0; t < rows.cols; ++t)
    columns.offsets[t + 1] += columns.offsets[t];
  columns.columns.resize(columns.offsets.back());
  columns.values.resize(columns.offsets.back());
  std::vector<Index> next(columns.offsets.begin(), columns.offsets.end() - 1);
  for (Index i = begin; i < end; ++i) {
    for (Index z = rows.offsets[i]; z < rows.offsets[i + 1]; ++z) {
      const Index place = next[rows.columns[z]]++;
      columns.columns[place] = static_cast<std::int32_t>(i - begin);
      columns.values[place] = rows.values[z];
    }
  }
  return columns;
}

}  // namespace semilin
