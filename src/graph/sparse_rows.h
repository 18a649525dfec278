// Operations on sparse rows: making them floats, turning them into columns, and
// walking along two of them.
#pragma once

#include <cstdint>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/graph/neighbors.h"
#include "semilin/matrix/csr.h"

namespace semilin {

/// The rows as floats, of unit length (or none) for the cosine, with `cols`
/// columns.
[[nodiscard]] CsrMatrix<float> as_floats(const CsrStore& rows, Metric metric,
                                         Index cols);

/// The transpose of rows begin..end-1: row t holds those that have column t,
/// counted from begin.
[[nodiscard]] CsrMatrix<float> transposed(const CsrView<float>& rows,
                                          Index begin, Index end);

/// Additions of the exact search in an inverted index, all terms counted: the
/// pairs of a query and a row that share a term, once per term.
template <class Value>
[[nodiscard]] double additions_of(const CsrView<Value>& queries,
                                  const CsrView<Value>& rows) {
  std::vector<Index> count(rows.cols, 0);
  for (Index z = 0; z < rows.nonzeros(); ++z)
    ++count[rows.columns[z]];
  double additions = 0;
  for (Index z = 0; z < queries.nonzeros(); ++z)
    additions += static_cast<double>(count[queries.columns[z]]);
  return additions;
}

/// visit(column, x_i,column, y_j,column) for each column, ascending, that row i
/// of x or row j of y holds.
template <class Visit>
void merge_rows(const CsrView<float>& x, Index i, const CsrView<float>& y,
                Index j, Visit visit) {
  Index a = x.offsets[i], b = y.offsets[j];
  const Index a_end = x.offsets[i + 1], b_end = y.offsets[j + 1];
  while (a < a_end || b < b_end) {
    const bool left = b == b_end || (a < a_end && x.columns[a] <= y.columns[b]);
    const bool right =
        a == a_end || (b < b_end && y.columns[b] <= x.columns[a]);
    const std::int32_t column = left ? x.columns[a] : y.columns[b];
    const float x_value = left ? x.values[a++] : 0.0F;
    const float y_value = right ? y.values[b++] : 0.0F;
    visit(column, x_value, y_value);
  }
}

/// A row x beside many others, spread out over all columns.
class ScatteredRow {
 public:
  /// No row yet; for rows of this many columns.
  explicit ScatteredRow(Index cols) : values_(cols, 0.0F) {}

  /// x is row i.
  void set(const CsrView<float>& rows, Index i);
  /// x.y_j
  [[nodiscard]] float times(const CsrView<float>& rows, Index j) const {
    float sum = 0;
    for (Index z = rows.offsets[j]; z < rows.offsets[j + 1]; ++z)
      sum += values_[rows.columns[z]] * rows.values[z];
    return sum;
  }
  /// |x - y_j|^2, in double; 0 if the rows are equal.
  [[nodiscard]] double squared_distance(const CsrView<float>& rows,
                                        Index j) const;

 private:
  std::vector<float> values_;
  std::vector<std::int32_t> columns_;  // of x
  double square_ = 0;                  // |x|^2
};

}  // namespace semilin
