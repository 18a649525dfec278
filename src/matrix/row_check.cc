#include "matrix/row_check.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <string_view>
#include <type_traits>

#include "semilin/base/error.h"

#include "base/checksum.h"
#include "base/parallel.h"
#include "matrix/csr_kernels.h"

namespace semilin {
namespace {

constexpr Index kTasks = 64;

// A row of which nothing is wrong.
constexpr Index kNoRow = std::numeric_limits<Index>::max();

template <class Value>
bool is_finite(Value value) {
  using Bits =
      std::conditional_t<sizeof(Value) == 4, std::uint32_t, std::uint64_t>;
  constexpr Bits kExponent =
      std::bit_cast<Bits>(std::numeric_limits<Value>::infinity());
  return (std::bit_cast<Bits>(value) & kExponent) != kExponent;
}

bool joined_is(std::span<const PieceChecksum> pieces, std::uint32_t expected) {
  std::uint32_t all = 0;
  for (const PieceChecksum& piece : pieces)
    all = joined_checksum(all, piece.crc32, piece.bytes);
  return is_checksum(all, expected);
}

// The arrays of rows, as RowChecksums has them.
enum Array { kOffsets, kColumns, kValues };

// Says that the array was altered.
std::string altered(std::size_t array) {
  constexpr std::array kNames = {"offsets", "columns", "values"};
  return std::string(kNames[array]) + " altered (checksum)";
}

// The checksums of arrays whose pieces are read by kTasks tasks, each in order.
class Checksums {
 public:
  explicit Checksums(bool wanted) : wanted_(wanted) {}

  template <class T>
  void add(Array array, Index task, const T* begin, const T* end) {
    if (wanted_) pieces_[array][task].add(begin, end);
  }

  // The fault of the first array that has another one; empty: none.
  [[nodiscard]] std::string fault(const RowChecksums& expected) const {
    for (std::size_t array = 0; array < expected.size(); ++array)
      if (!joined_is(pieces_[array], expected[array])) return altered(array);
    return {};
  }

 private:
  bool wanted_;
  std::array<std::array<PieceChecksum, kTasks>, 3> pieces_{};
};

// Between 0 and rows, the first row that ends before it begins.
Index first_falling_row(const Index* offsets, Index rows, int threads,
                        Checksums& sums) {
  std::vector<Index> found(kTasks, kNoRow);
  parallel_for(kTasks, threads, [&](Index task) {
    const Index* first = offsets + rows * task / kTasks;
    const Index* end = offsets + rows * (task + 1) / kTasks + 1;
    const Index* last = std::is_sorted_until(first, end);
    if (last != end) found[task] = last - 1 - offsets;
    sums.add(kOffsets, task, first, task + 1 == kTasks ? end : end - 1);
  });
  return *std::min_element(found.begin(), found.end());
}

// True if all rows of the piece are valid; one branch per row, none per entry.
template <class Value>
bool are_valid(const CsrView<Value>& view, kernels::RowRange piece,
               bool finite) {
  const Index begin = view.offsets[piece.begin];
  const Index end = view.offsets[piece.end];
  const std::int32_t* columns = view.columns;
  // Wherever a column is not above the one before it a row must begin.
  Index falls = 0;
  for (Index z = begin + 1; z < end; ++z)
    falls += columns[z] <= columns[z - 1] ? 1 : 0;
  bool in_range = true;
  for (Index i = piece.begin; i < piece.end; ++i) {
    const Index first = view.offsets[i];
    const Index last = view.offsets[i + 1];
    if (first == last) continue;
    in_range = in_range && columns[first] >= 0 && columns[last - 1] < view.cols;
    if (first > begin) falls -= columns[first] <= columns[first - 1] ? 1 : 0;
  }
  if (!finite) return falls == 0 && in_range;
  Index infinite = 0;
  for (Index z = begin; z < end; ++z)
    infinite += is_finite(view.values[z]) ? 0 : 1;
  return falls == 0 && in_range && infinite == 0;
}

// The same of one row, in words; empty: nothing is wrong.
template <class Value>
std::string fault_of_row(const CsrView<Value>& view, Index i, bool finite) {
  Index last = -1;
  for (const std::int32_t column : view.row_columns(i)) {
    if (column < 0) {
      return "expected columns from 0, found " + std::to_string(column);
    }
    if (column <= last) {
      return "columns must ascend, found " + std::to_string(column) +
             " behind " + std::to_string(last);
    }
    if (column >= view.cols) {
      return "expected columns below " + std::to_string(view.cols) +
             ", found " + std::to_string(column);
    }
    last = column;
  }
  if (!finite) return {};
  for (const Value value : view.row_values(i)) {
    if (!is_finite(value)) {
      return "expected finite values, found " + std::to_string(value);
    }
  }
  return {};
}

template <class Value>
Index first_invalid_row(const CsrView<Value>& view, bool finite, int threads,
                        Checksums& sums) {
  const std::vector<Index> bounds = equal_ranges(
      {view.offsets, static_cast<std::size_t>(view.rows) + 1}, kTasks);
  std::vector<Index> found(kTasks, kNoRow);
  parallel_for(kTasks, threads, [&](Index task) {
    const kernels::RowRange range{nullptr, bounds[task], bounds[task + 1]};
    for_pieces(view, range, [&](kernels::RowRange piece) {
      const Index begin = view.offsets[piece.begin];
      const Index end = view.offsets[piece.end];
      sums.add(kColumns, task, view.columns + begin, view.columns + end);
      sums.add(kValues, task, view.values + begin, view.values + end);
      if (found[task] != kNoRow || are_valid(view, piece, finite)) return;
      Index i = piece.begin;
      while (fault_of_row(view, i, finite).empty())
        ++i;
      found[task] = i;
    });
  });
  return *std::min_element(found.begin(), found.end());
}

std::string in_row(Index i, const std::string& what) {
  return "row " + std::to_string(i) + " (from 0): " + what;
}

template <class Value>
std::string fault_of(const CsrView<Value>& view, bool finite, int threads,
                     Checksums& sums) {
  if (view.rows < 0 || view.cols < 0) return "negative sizes";
  if (view.rows == 0) return {};
  if (view.offsets == nullptr) return "rows without offsets";
  if (view.offsets[0] != 0) return "the first offset must be 0";
  const Index falling =
      first_falling_row(view.offsets, view.rows, threads, sums);
  if (falling != kNoRow) {
    return in_row(falling, "offsets must not fall, found " +
                               std::to_string(view.offsets[falling]) +
                               " before " +
                               std::to_string(view.offsets[falling + 1]));
  }
  if (view.nonzeros() == 0) return {};
  if (view.columns == nullptr || view.values == nullptr) {
    return "entries without columns or values";
  }
  const Index i = first_invalid_row(view, finite, threads, sums);
  return i == kNoRow ? "" : in_row(i, fault_of_row(view, i, finite));
}

[[noreturn]] void fail(const std::string& file, const std::string& fault) {
  throw DataError(file, "expected valid rows, found " + fault);
}

}  // namespace

template <class T>
void PieceChecksum::add(const T* begin, const T* end) {
  const std::string_view added(reinterpret_cast<const char*>(begin),
                               (end - begin) * sizeof(T));
  crc32 = checksum(added, crc32);
  bytes += added.size();
}

std::string row_fault(const CsrStore& rows, bool finite, int threads,
                      const std::optional<RowChecksums>& expected) {
  Checksums found(expected.has_value());
  std::string fault = rows.visit(
      [&](const auto& view) { return fault_of(view, finite, threads, found); });
  if (!fault.empty() || !expected || rows.rows() == 0) return fault;
  return found.fault(*expected);
}

CsrStore RowCheck::trusted(CsrStore rows) {
  rows.shared_->valid = true;
  return rows;
}

CsrStore RowCheck::from_file(CsrStore rows, std::string name,
                             const std::optional<RowChecksums>& expected,
                             std::shared_ptr<const RowPages> pages) {
  rows.shared_->file = std::move(name);
  rows.shared_->checksums = expected;
  rows.shared_->pages = std::move(pages);
  return rows;
}

void RowCheck::require(const CsrStore& rows, int threads) {
  const std::shared_ptr<CsrStore::Shared>& shared = rows.shared_;
  if (shared && shared->valid) return;
  const std::string fault =
      row_fault(rows, true, threads, shared ? shared->checksums : std::nullopt);
  if (fault.empty()) {
    if (shared) shared->valid = true;
  } else if (shared && !shared->file.empty()) {
    fail(shared->file, fault);
  } else {
    semilin::require(false, "rows: " + fault);
  }
}

void RowCheck::require_checksums(const CsrStore& rows, Index begin, Index end,
                                 bool last, const JoinedPieces& joined) {
  const std::shared_ptr<CsrStore::Shared>& shared = rows.shared_;
  if (!shared || shared->valid || !shared->checksums || rows.rows() == 0)
    return;
  std::array<PieceChecksum, 3> own;
  rows.visit([&](const auto& view) {
    const Index first = view.offsets[begin], behind = view.offsets[end];
    own[kOffsets].add(view.offsets + begin,
                      view.offsets + end + (last ? 1 : 0));
    own[kColumns].add(view.columns + first, view.columns + behind);
    own[kValues].add(view.values + first, view.values + behind);
  });
  for (std::size_t array = 0; array < own.size(); ++array) {
    if (!joined_is(joined(own[array]), (*shared->checksums)[array]))
      fail(shared->file, altered(array));
  }
  shared->checksums.reset();
}

void require_valid(const CsrStore& rows, int threads) {
  RowCheck::require(rows, threads);
}

}  // namespace semilin
