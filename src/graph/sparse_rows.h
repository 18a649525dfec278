// Operations on sparse rows: making them floats, turning them into columns, and
// distances.
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
