// Where the rows of files go: into memory (RowBuilder) or to disk
// (StoreWriter).
#pragma once

#include <cstdint>
#include <span>

#include "semilin/base/index.h"
#include "semilin/matrix/csr.h"

#include "io/block_parser.h"

namespace semilin::io {

template <class Value>
class RowSink {
 public:
  virtual ~RowSink() = default;
  /// Rows appended so far.
  [[nodiscard]] virtual Index rows() const = 0;
  /// Appends the blocks' rows, on `threads` threads.
  virtual void append(std::span<const ParsedBlock<Value>> blocks,
                      int threads) = 0;
  /// Appends the rows [begin, end) of `rows`; a float becomes a double if need
  /// be.
  virtual void append(const CsrStore& rows, Index begin, Index end) = 0;
  /// Appends labels, as numbers of a LabelTable or -1: they belong to the rows
  /// in order, and rows behind the last label have none.
  virtual void append_labels(std::span<const std::int32_t> numbers) = 0;
};

}  // namespace semilin::io
