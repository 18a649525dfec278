// Rows gathered in memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/matrix/dataset.h"

#include "io/growing_rows.h"
#include "io/label_table.h"
#include "io/row_sink.h"

namespace semilin::io {

template <class Value>
class RowBuilder final : public RowSink<Value> {
 public:
  [[nodiscard]] Index rows() const override { return rows_.rows(); }
  void append(std::span<const ParsedBlock<Value>> blocks, int threads) override;
  void append(const CsrStore& rows, Index begin, Index end) override;
  void append_labels(std::span<const std::int32_t> numbers) override;

  /// The rows, with at least `cols` columns, and what their labels mean. The
  /// builder is empty afterwards.
  [[nodiscard]] Dataset finish(Index cols, LabelMeaning meaning);

 private:
  void copy_block(const ParsedBlock<Value>& block, Index row, Index entry);

  GrowingRows<Value> rows_;
  std::vector<std::int32_t> labels_;
  Index cols_ = 0;
  bool parsed_ = true;  // all rows are from text, and so valid
};

extern template class RowBuilder<float>;
extern template class RowBuilder<double>;

}  // namespace semilin::io
