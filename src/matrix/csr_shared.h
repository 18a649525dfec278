// The data that the copies of a store of rows share.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "semilin/matrix/csr.h"

#include "matrix/row_check.h"

namespace semilin {

/// Where the rows of a file lie.
class RowPages {
 public:
  virtual ~RowPages() = default;
  /// What lies in [begin, end), mapped once more, with `behind` following it;
  /// null: the system refuses. The pages that were mapped until now no longer
  /// count as this process's memory.
  [[nodiscard]] virtual std::shared_ptr<const std::byte> extended(
      const void* begin, const void* end,
      std::span<const std::byte> behind) const = 0;
};

struct CsrStore::Shared {
  explicit Shared(std::shared_ptr<const void> keeps)
      : owner(std::move(keeps)) {}

  std::shared_ptr<const void> owner;
  std::shared_ptr<const RowPages> pages;  ///< null: in memory
  std::string file;  ///< where the rows are from; empty: memory
  std::optional<RowChecksums> checksums;  ///< those in the file
  std::atomic<bool> valid = false;        ///< require_valid holds
};

}  // namespace semilin
