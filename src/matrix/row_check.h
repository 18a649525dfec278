// Checks of rows, of class names, labels and costs. What the copies of a store
// of rows share: whether the rows are valid, and which error is thrown if they
// are not.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "semilin/matrix/csr.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// The checksums (base/checksum.h) of the bytes of rows: of their offsets,
/// columns and values.
using RowChecksums = std::array<std::uint32_t, 3>;

/// The checksum of a piece of an array.
struct PieceChecksum {
  std::uint32_t crc32 = 0;
  std::uint64_t bytes = 0;

  template <class T>
  void add(const T* begin, const T* end);
};

/// Says what is wrong with the offsets and columns, and with the values if
/// `finite`, in the first bad row, as "row 3 (from 0): ..."; empty: nothing.
/// Never reads outside the arrays, if these hold offsets[rows] entries. With
/// `expected` the same pass compares the checksums of valid rows.
[[nodiscard]] std::string row_fault(
    const CsrStore& rows, bool finite, int threads,
    const std::optional<RowChecksums>& expected = std::nullopt);

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

class RowCheck {
 public:
  /// The same rows, not to be checked: by code that makes only valid ones.
  [[nodiscard]] static CsrStore trusted(CsrStore rows);
  /// The same rows, whose fault would be that of the file `name`, whose bytes
  /// must have these checksums, and which lie in these pages.
  [[nodiscard]] static CsrStore from_file(
      CsrStore rows, std::string name,
      const std::optional<RowChecksums>& expected = std::nullopt,
      std::shared_ptr<const RowPages> pages = nullptr);

  static void require(const CsrStore& rows, int threads);
  /// All pieces of an array, in their order, for one of them.
  using JoinedPieces =
      std::function<std::vector<PieceChecksum>(const PieceChecksum&)>;
  /// Compares the checksums of a file's rows, of which those from begin to end
  /// (`last`: there are none behind) are read here and the others elsewhere.
  /// Throws DataError. Rows that have been checked are not read.
  static void require_checksums(const CsrStore& rows, Index begin, Index end,
                                bool last, const JoinedPieces& joined);
};

/// Throws std::invalid_argument unless the names are distinct and in the order
/// of sort_class_names.
void require_class_names(std::span<const std::string> classes);

/// The first of the classes whose name is the same number as `name`, which is
/// the shortest spelling of it, or find_class for a name that is no number.
[[nodiscard]] std::int32_t shortest_spelling(
    std::span<const std::string> classes, const std::string& name);

/// All that require_valid(data) demands, but of the rows only their number.
void require_valid_labels(const Dataset& data);

}  // namespace semilin
