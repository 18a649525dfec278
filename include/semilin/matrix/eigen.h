// Rows from Eigen's sparse matrices and back. The only header that needs Eigen
// (3.4).
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <Eigen/SparseCore>

#include "semilin/base/error.h"
#include "semilin/base/index.h"
#include "semilin/matrix/csr.h"

namespace semilin {
/// The parts of from_eigen.
namespace eigen {

/// The arrays that a store made from an Eigen matrix cannot borrow.
template <class Value, class Kept>
struct Arrays {
  Kept kept;                          ///< the matrix, if it was moved in
  std::vector<Index> offsets;         ///< ours have 64 bits
  std::vector<std::int32_t> columns;  ///< ours have 32 bits
  std::vector<Value> values;          ///< copied if the matrix has gaps
};

/// Fills own's columns if they are of another width, and both columns and
/// values if the matrix has gaps: counts(i) entries from starts[i] on in row i.
template <bool kNarrow, class Matrix, class Count, class Own>
void copy_entries(const Matrix& from, const Count& count, Own& own) {
  const auto* const starts = from.outerIndexPtr();
  const bool gaps = from.innerNonZeroPtr() != nullptr;
  if (!kNarrow && !gaps) return;
  own.columns.reserve(own.offsets.back());
  if (gaps) own.values.reserve(own.offsets.back());
  for (Index i = 0; i < from.rows(); ++i) {
    const auto begin = static_cast<Index>(starts[i]);
    for (Index z = begin; z < begin + count(i); ++z) {
      const auto column = from.innerIndexPtr()[z];
      require(std::in_range<std::int32_t>(column),
              "rows: a column of an Eigen matrix is out of range");
      own.columns.push_back(static_cast<std::int32_t>(column));
      if (gaps) own.values.push_back(from.valuePtr()[z]);
    }
  }
}

/// The rows of `from`, whose arrays `kept` may own.
template <class Matrix, class Kept>
CsrStore rows_of(const Matrix& from, Kept kept) {
  using Value = std::remove_const_t<typename Matrix::Scalar>;
  using Position = std::remove_const_t<typename Matrix::StorageIndex>;
  static_assert(Matrix::IsRowMajor, "rows need Eigen::RowMajor");
  static_assert(std::same_as<Value, float> || std::same_as<Value, double>,
                "rows are float or double");
  constexpr bool kNarrow = sizeof(Position) != sizeof(std::int32_t);
  require(from.cols() <= Index{std::numeric_limits<std::int32_t>::max()} + 1,
          "rows: an Eigen matrix has at most 2^31 columns");
  CsrView<Value> view{from.rows(), from.cols(), nullptr, nullptr, nullptr};
  auto own = std::make_shared<Arrays<Value, Kept>>();
  own->offsets.assign(1, 0);
  own->offsets.reserve(view.rows + 1);
  const Position* starts = from.outerIndexPtr();
  const Position* counts = from.innerNonZeroPtr();  // null: no gaps
  const auto count = [&](Index i) {
    return static_cast<Index>(counts ? counts[i] : starts[i + 1] - starts[i]);
  };
  for (Index i = 0; i < view.rows; ++i) {
    require(count(i) >= 0, "rows: an Eigen matrix with less than no entries");
    own->offsets.push_back(own->offsets.back() + count(i));
  }
  copy_entries<kNarrow>(from, count, *own);
  // The first row of a block does not start at 0.
  const Index first = view.rows > 0 ? static_cast<Index>(starts[0]) : 0;
  const Value* values = from.valuePtr() + first;
  const Position* columns = from.innerIndexPtr() + first;
  view.offsets = own->offsets.data();
  view.values = counts ? own->values.data() : values;
  if constexpr (kNarrow) {
    view.columns = own->columns.data();
  } else {
    view.columns = counts ? own->columns.data() : columns;
  }
  own->kept = std::move(kept);  // moved, its arrays stay where they are
  return CsrStore(view, std::move(own));
}

}  // namespace eigen

/// Borrows the rows of a row-major Eigen::SparseMatrix of floats or doubles, of
/// an Eigen::Map or Eigen::Ref of one, or of a block of its rows: its arrays
/// must outlive the store and all its copies, and may not change. Values are
/// not copied, nor are columns of 32 bits (StorageIndex int, Eigen's default);
/// wider ones are narrowed into 4 bytes per non-zero. Offsets take 8 bytes per
/// row. A matrix that is not compressed (it has gaps) is copied:
/// makeCompressed() first. Throws std::invalid_argument if columns do not fit;
/// otherwise rows are checked where they are used (require_valid).
template <class Derived>
[[nodiscard]] CsrStore from_eigen(
    const Eigen::SparseCompressedBase<Derived>& matrix) {
  return eigen::rows_of(matrix.derived(), std::monostate());
}

/// The same, but the store keeps the matrix, which is moved into it.
template <class Value, int Options, class Position>
[[nodiscard]] CsrStore from_eigen(
    Eigen::SparseMatrix<Value, Options, Position>&& matrix) {
  using Matrix = Eigen::SparseMatrix<Value, Options, Position>;
  auto kept = std::make_unique<Matrix>();
  kept->swap(matrix);
  const Matrix& rows = *kept;
  return eigen::rows_of(rows, std::move(kept));
}

/// A copy of valid rows (require_valid) as an Eigen matrix, compressed. Throws
/// std::invalid_argument if its positions do not fit into StorageIndex.
template <class StorageIndex = int, class Value>
[[nodiscard]] Eigen::SparseMatrix<Value, Eigen::RowMajor, StorageIndex>
to_eigen(const CsrView<Value>& rows) {
  const Index entries = rows.nonzeros();
  require(std::in_range<StorageIndex>(entries) &&
              std::in_range<StorageIndex>(rows.rows) &&
              std::in_range<StorageIndex>(rows.cols),
          "to_eigen: " + std::to_string(entries) + " non-zeros of " +
              std::to_string(rows.rows) + " x " + std::to_string(rows.cols) +
              " need a wider StorageIndex");
  Eigen::SparseMatrix<Value, Eigen::RowMajor, StorageIndex> matrix(rows.rows,
                                                                   rows.cols);
  matrix.resizeNonZeros(entries);
  for (Index i = 0; i < rows.rows; ++i) {
    matrix.outerIndexPtr()[i + 1] =
        static_cast<StorageIndex>(rows.offsets[i + 1]);
  }
  for (Index z = 0; z < entries; ++z) {
    matrix.innerIndexPtr()[z] = static_cast<StorageIndex>(rows.columns[z]);
    matrix.valuePtr()[z] = rows.values[z];
  }
  return matrix;
}

}  // namespace semilin
