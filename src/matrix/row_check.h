// What is known of a store's rows: whether they are valid, and which error is
// thrown if they are not.
#ifndef SEMILIN_SRC_MATRIX_ROW_CHECK_H_
#define SEMILIN_SRC_MATRIX_ROW_CHECK_H_

#include <string>

#include "semilin/matrix/csr.h"

namespace semilin {

/// What is wrong with the offsets and columns, and with the values if
/// `finite`, in the first bad row, as "row 3 (from 0): ..."; empty: nothing.
/// Never reads outside the arrays, if these hold offsets[rows] entries.
[[nodiscard]] std::string row_fault(const CsrStore& rows, bool finite,
                                    int threads);

class RowCheck {
 public:
  /// The same rows, not to be checked: by code that makes only valid ones.
  [[nodiscard]] static CsrStore trusted(CsrStore rows);
  /// The same rows, whose fault would be that of the file `name`.
  [[nodiscard]] static CsrStore from_file(CsrStore rows, std::string name);

  static void require(const CsrStore& rows, int threads);
};

}  // namespace semilin

#endif  // SEMILIN_SRC_MATRIX_ROW_CHECK_H_
