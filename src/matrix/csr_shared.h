// The data that the copies of a store of rows share.
#ifndef SEMILIN_SRC_MATRIX_CSR_SHARED_H_
#define SEMILIN_SRC_MATRIX_CSR_SHARED_H_

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "semilin/matrix/csr.h"

#include "matrix/row_check.h"

namespace semilin {

struct CsrStore::Shared {
  explicit Shared(std::shared_ptr<const void> keeps)
      : owner(std::move(keeps)) {}

  std::shared_ptr<const void> owner;
  std::string file;  ///< where the rows are from; empty: memory
  std::optional<RowChecksums> checksums;  ///< those in the file
  std::atomic<bool> valid = false;        ///< require_valid holds
};

}  // namespace semilin

#endif  // SEMILIN_SRC_MATRIX_CSR_SHARED_H_
