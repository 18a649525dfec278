// Rows gathered from parsed blocks and from stores, in order.
#ifndef SEMILIN_IO_ROW_BUILDER_H_
#define SEMILIN_IO_ROW_BUILDER_H_

#include <cstdint>
#include <span>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/matrix/csr.h"

#include "io/block_parser.h"
#include "io/growing_array.h"

namespace semilin::io {

template <class Value>
class RowBuilder {
 public:
  RowBuilder();

  [[nodiscard]] Index rows() const { return offsets_.size() - 1; }

  /// Appends the blocks' rows, copying on `threads` threads.
  void append(std::span<const ParsedBlock<Value>> blocks, int threads);
  /// Appends a copy of `rows`; a float becomes a double if need be.
  void append(const CsrStore& rows);
  /// The rows, with at least `cols` columns. The builder is empty afterwards.
  [[nodiscard]] CsrStore finish(Index cols);

 private:
  void grow(Index rows, Index nonzeros);
  void copy_block(const ParsedBlock<Value>& block, Index row, Index entry);

  GrowingArray<Index> offsets_;
  GrowingArray<std::int32_t> columns_;
  GrowingArray<Value> values_;
  Index cols_ = 0;
};

extern template class RowBuilder<float>;
extern template class RowBuilder<double>;

}  // namespace semilin::io

#endif  // SEMILIN_IO_ROW_BUILDER_H_
