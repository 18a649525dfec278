// Compressed sparse rows: 8-byte row offsets, 4-byte columns, 4- or 8-byte
// values; owned, borrowed or mapped from a file.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "semilin/base/index.h"

namespace semilin {

/// Borrowed arrays: row i holds the non-zeros offsets[i] .. offsets[i+1]-1,
/// columns ascending within a row and counted from 0. Value is float or double.
template <class Value>
struct CsrView {
  Index rows = 0;                         ///< number of rows
  Index cols = 0;                         ///< number of columns
  const Index* offsets = nullptr;         ///< rows + 1 numbers; offsets[0] = 0
  const std::int32_t* columns = nullptr;  ///< column of each non-zero
  const Value* values = nullptr;          ///< value of each non-zero

  /// The number of values stored, zeros included.
  [[nodiscard]] Index nonzeros() const { return rows == 0 ? 0 : offsets[rows]; }
  /// The columns of row i, ascending.
  [[nodiscard]] std::span<const std::int32_t> row_columns(Index i) const {
    return {columns + offsets[i],
            static_cast<std::size_t>(offsets[i + 1] - offsets[i])};
  }
  /// The values of row i, in the order of its columns.
  [[nodiscard]] std::span<const Value> row_values(Index i) const {
    return {values + offsets[i],
            static_cast<std::size_t>(offsets[i + 1] - offsets[i])};
  }
};

/// Owns the arrays of a CsrView.
template <class Value>
struct CsrMatrix {
  Index cols = 0;                     ///< number of columns
  std::vector<Index> offsets{0};      ///< beginning of each row, and the end
  std::vector<std::int32_t> columns;  ///< column of each non-zero
  std::vector<Value> values;          ///< value of each non-zero

  /// Number of complete rows.
  [[nodiscard]] Index rows() const {
    return static_cast<Index>(offsets.size()) - 1;
  }
  /// The same arrays, borrowed until they change.
  [[nodiscard]] CsrView<Value> view() const {
    return {rows(), cols, offsets.data(), columns.data(), values.data()};
  }
  /// Ends the row whose entries were pushed onto columns and values.
  void end_row() { offsets.push_back(static_cast<Index>(columns.size())); }
};

/// Rows of either value type that keep alive whatever owns them (vectors or a
/// mapped file). Copies share the arrays, which never change.
class CsrStore {
 public:
  CsrStore();
  /// Throws std::invalid_argument if offsets, columns and values differ in
  /// number.
  template <class Value>
  explicit CsrStore(CsrMatrix<Value> matrix);
  /// `owner` is kept as long as the store; it may be null if the caller
  /// guarantees the lifetime.
  CsrStore(CsrView<float> view, std::shared_ptr<const void> owner);
  CsrStore(CsrView<double> view,
           std::shared_ptr<const void> owner);  ///< Likewise.

  [[nodiscard]] Index rows() const;      ///< Number of rows.
  [[nodiscard]] Index cols() const;      ///< Number of columns.
  [[nodiscard]] Index nonzeros() const;  ///< Values stored, zeros included.
  /// Whether values are double; otherwise they are float.
  [[nodiscard]] bool is_double() const { return view_.index() == 1; }
  /// Bytes of the three arrays.
  [[nodiscard]] Index bytes() const;
  /// visit([](const auto& view) { ... }) with a CsrView<float or double>.
  template <class Visitor>
  decltype(auto) visit(Visitor&& visitor) const {
    return std::visit(std::forward<Visitor>(visitor), view_);
  }
  /// The same rows with `cols` columns, which must be enough for every column
  /// in use.
  [[nodiscard]] CsrStore with_cols(Index cols) const;
  /// A copy of the rows listed (in any order, repeats allowed); all rows must
  /// be valid (require_valid).
  [[nodiscard]] CsrStore select(std::span<const Index> rows) const;
  /// Rows begin .. end - 1, which share columns and values: 8 bytes per row. If
  /// the rows come from a store's file, these alone are checked; its checksums,
  /// which are those of all rows, are not compared.
  [[nodiscard]] CsrStore range(Index begin, Index end) const;
  /// These rows, and behind them valid `others` with no more columns, in the
  /// type of these values. Of a store's file 8 bytes per row are copied, of
  /// other rows all.
  [[nodiscard]] CsrStore followed_by(const CsrStore& others) const;

 private:
  friend class RowCheck;
  struct Shared;

  std::variant<CsrView<float>, CsrView<double>> view_;
  std::shared_ptr<Shared> shared_;
};

/// Throws std::invalid_argument unless offsets rise from 0, columns lie in [0,
/// cols) and ascend strictly in every row, and values are finite; DataError if
/// such rows came from a store's file. Reads the rows once and remembers the
/// result: for rows that were found valid, and for copies of their store, it
/// costs nothing. Every function of the library that takes rows calls it; rows
/// that the library itself read from text are valid. threads 0: all available.
void require_valid(const CsrStore& rows, int threads = 0);

}  // namespace semilin
