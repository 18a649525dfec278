// Rows in arrays that grow without being copied.
#ifndef SEMILIN_IO_GROWING_ROWS_H_
#define SEMILIN_IO_GROWING_ROWS_H_

#include <cstdint>
#include <memory>
#include <utility>

#include "semilin/base/index.h"
#include "semilin/matrix/csr.h"

#include "io/growing_array.h"

namespace semilin::io {

/// The arrays of a CsrView.
template <class Value>
struct GrowingRows {
  GrowingArray<Index> offsets;
  GrowingArray<std::int32_t> columns;
  GrowingArray<Value> values;

  GrowingRows() {
    offsets.resize(1);
    offsets.data()[0] = 0;
  }

  [[nodiscard]] Index rows() const { return offsets.size() - 1; }

  /// What is new has no value yet.
  void grow(Index rows, Index nonzeros) {
    offsets.resize(offsets.size() + rows);
    columns.resize(columns.size() + nonzeros);
    values.resize(values.size() + nonzeros);
  }

  /// The rows; the object is empty afterwards.
  [[nodiscard]] CsrStore take(Index cols) {
    offsets.shrink();
    columns.shrink();
    values.shrink();
    auto owner =
        std::make_shared<GrowingRows>(std::exchange(*this, GrowingRows()));
    const CsrView<Value> view{owner->rows(), cols, owner->offsets.data(),
                              owner->columns.data(), owner->values.data()};
    return CsrStore(view, std::move(owner));
  }
};

}  // namespace semilin::io

#endif  // SEMILIN_IO_GROWING_ROWS_H_
