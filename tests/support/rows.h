// Rows as tables of numbers, and comparisons of rows.
#pragma once

#include <cstring>
#include <type_traits>

#include "semilin/matrix/csr.h"

#include "support/test.h"

namespace semilin::test {

/// All entries, a list for each row.
inline std::vector<Doubles> table_of(const CsrStore& rows) {
  std::vector<Doubles> all(rows.rows(), Doubles(rows.cols()));
  rows.visit([&](const auto& view) {
    for (Index i = 0; i < view.rows; ++i)
      for (Index e = view.offsets[i]; e < view.offsets[i + 1]; ++e)
        all[i][view.columns[e]] = view.values[e];
  });
  return all;
}

/// All entries, row by row.
inline Doubles entries_of(const CsrStore& rows) {
  Doubles all;
  for (const Doubles& row : table_of(rows))
    all.insert(all.end(), row.begin(), row.end());
  return all;
}

/// The values stored.
inline Doubles values_of(const CsrStore& rows) {
  return rows.visit([](const auto& view) {
    return Doubles(view.values, view.values + view.nonzeros());
  });
}

/// Bit for bit, and of one type.
inline bool same_rows(const CsrStore& a, const CsrStore& b) {
  const auto same = [](const auto* x, const auto* y, Index n) {
    return n == 0 ||
           std::memcmp(x, y, static_cast<std::size_t>(n) * sizeof *x) == 0;
  };
  return a.visit([&]<class Value>(const CsrView<Value>& x) {
    return b.visit([&]<class Other>(const CsrView<Other>& y) {
      return std::is_same_v<Value, Other> && x.rows == y.rows &&
             x.cols == y.cols && x.nonzeros() == y.nonzeros() &&
             same(x.offsets, y.offsets, x.rows == 0 ? 0 : x.rows + 1) &&
             same(x.columns, y.columns, x.nonzeros()) &&
             same(x.values, y.values, x.nonzeros());
    });
  });
}

}  // namespace semilin::test
