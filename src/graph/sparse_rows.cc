#include "graph/sparse_rows.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "matrix/row_functions.h"

namespace semilin {
namespace {

template <class Value>
CsrMatrix<float> prepared(const CsrView<Value>& rows, Metric metric,
                          Index cols) {
  CsrMatrix<float> result;
  result.cols = cols;
  result.offsets.reserve(rows.rows + 1);
  result.columns.reserve(rows.nonzeros());
  result.values.reserve(rows.nonzeros());
  for (Index i = 0; i < rows.rows; ++i) {
    const double length =
        metric == Metric::Cosine ? std::sqrt(squared_length(rows, i)) : 1.0;
    for (Index z = rows.offsets[i]; z < rows.offsets[i + 1]; ++z) {
      if (length == 0) continue;
      result.columns.push_back(rows.columns[z]);
      result.values.push_back(static_cast<float>(rows.values[z] / length));
    }
    result.end_row();
  }
  return result;
}

}  // namespace

CsrStore as_floats(const CsrStore& rows, Metric metric, Index cols) {
  if (metric != Metric::Cosine && !rows.is_double())
    return rows.with_cols(cols);
  return rows.visit(
      [&](const auto& view) { return CsrStore(prepared(view, metric, cols)); });
}

CsrView<float> floats_of(const CsrStore& rows) {
  CsrView<float> floats;
  rows.visit([&]<class Value>(const CsrView<Value>& view) {
    if constexpr (sizeof(Value) == 4) floats = view;
  });
  return floats;
}

void ScatteredRow::set(const CsrView<float>& rows, Index i) {
  for (const std::int32_t column : columns_)
    values_[column] = 0;
  const auto columns = rows.row_columns(i);
  columns_.assign(columns.begin(), columns.end());
  for (Index z = rows.offsets[i]; z < rows.offsets[i + 1]; ++z)
    values_[rows.columns[z]] = rows.values[z];
  square_ = squared_length(rows, i);
}

// Columns that only x has give |x|^2 less what it has in those of y: of equal
// rows both are the same sum.
double ScatteredRow::squared_distance(const CsrView<float>& rows,
                                      Index j) const {
  double sum = 0, shared = 0;
  for (Index z = rows.offsets[j]; z < rows.offsets[j + 1]; ++z) {
    const auto x = static_cast<double>(values_[rows.columns[z]]);
    const double difference = x - static_cast<double>(rows.values[z]);
    sum += difference * difference;
    shared += x * x;
  }
  return sum + std::max(0.0, square_ - shared);
}

}  // namespace semilin
