// Rows that break each rule of require_valid once, for tests of what takes
// rows.
#pragma once

#include "semilin/matrix/csr.h"

#include "support/test.h"

namespace semilin::test {

/// Six rows of two entries, four columns.
[[nodiscard]] CsrMatrix<double> six_rows();

struct InvalidRows {
  std::string fault;  ///< a part of the message
  CsrStore rows;      ///< six_rows with one fault
};
[[nodiscard]] std::vector<InvalidRows> invalid_rows();

}  // namespace semilin::test
