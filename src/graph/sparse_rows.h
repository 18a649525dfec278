// Operations on sparse rows: making them floats, turning them into columns, and
// distances.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/graph/neighbors.h"
#include "semilin/matrix/csr.h"

namespace semilin {

/// The rows as floats, of unit length (or none) for the cosine, with `cols`
/// columns; a copy only if they are not so yet.
[[nodiscard]] CsrStore as_floats(const CsrStore& rows, Metric metric,
                                 Index cols);

/// Rows of floats; they live as long as the store.
[[nodiscard]] CsrView<float> floats_of(const CsrStore& rows);

/// The transpose of rows begin..end-1: row t holds those that have column t,
/// counted from begin, with what `convert` makes of their values.
template <class Value = float, class Convert = std::identity>
[[nodiscard]] CsrMatrix<Value> transposed(const CsrView<float>& rows,
                                          Index begin, Index end,
                                          const Convert& convert = {}) {
  CsrMatrix<Value> columns;
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
      columns.values[place] = convert(rows.values[z]);
    }
  }
  return columns;
}

/// Additions of the exact search in an inverted index, all terms counted: the
/// pairs of a query and a row that share a term, once per term.
[[nodiscard]] inline double additions_of(const CsrView<float>& queries,
                                         const CsrView<float>& rows) {
  std::vector<Index> count(rows.cols, 0);
  for (Index z = 0; z < rows.nonzeros(); ++z)
    ++count[rows.columns[z]];
  double additions = 0;
  for (Index z = 0; z < queries.nonzeros(); ++z)
    additions += static_cast<double>(count[queries.columns[z]]);
  return additions;
}

/// A row x beside many others, spread out over all columns.
class ScatteredRow {
 public:
  /// No row yet; for rows of this many columns.
  explicit ScatteredRow(Index cols) : values_(cols, 0.0F) {}

  /// x is row i.
  void set(const CsrView<float>& rows, Index i);
  /// |x - y_j|^2, in double; 0 if the rows are equal.
  [[nodiscard]] double squared_distance(const CsrView<float>& rows,
                                        Index j) const;

 private:
  std::vector<float> values_;
  std::vector<std::int32_t> columns_;  // columns of x
  double square_ = 0;                  // |x|^2
};

}  // namespace semilin
