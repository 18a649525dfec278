#include "io/row_builder.h"

#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "matrix/row_check.h"

namespace semilin::io {

template <class Value>
void RowBuilder<Value>::copy_block(const ParsedBlock<Value>& block, Index row,
                                   Index entry) {
  std::copy_n(block.columns.get(), block.nonzeros,
              rows_.columns.data() + entry);
  std::copy_n(block.values.get(), block.nonzeros, rows_.values.data() + entry);
  std::transform(block.row_ends.begin(), block.row_ends.end(),
                 rows_.offsets.data() + row + 1,
                 [entry](Index end) { return entry + end; });
}

template <class Value>
void RowBuilder<Value>::append(std::span<const ParsedBlock<Value>> blocks,
                               int threads) {
  struct Place {
    Index row, entry;
  };
  std::vector<Place> places;
  Place next{rows(), rows_.columns.size()};
  for (const auto& block : blocks) {
    places.push_back(next);
    next.row += static_cast<Index>(block.row_ends.size());
    next.entry += block.nonzeros;
    cols_ = std::max(cols_, block.cols);
  }
  rows_.grow(next.row - rows(), next.entry - rows_.columns.size());
  parallel_for(static_cast<Index>(blocks.size()), threads, [&](Index i) {
    copy_block(blocks[i], places[i].row, places[i].entry);
  });
}

template <class Value>
void RowBuilder<Value>::append(const CsrStore& rows, Index begin, Index end) {
  parsed_ = false;
  rows.visit([&](const auto& view) {
    const Index row = this->rows();
    const Index entry = rows_.columns.size();
    const Index first = view.offsets[begin];
    const Index count = view.offsets[end] - first;
    rows_.grow(end - begin, count);
    for (Index i = 1; i <= end - begin; ++i)
      rows_.offsets.data()[row + i] = entry + view.offsets[begin + i] - first;
    std::copy_n(view.columns + first, count, rows_.columns.data() + entry);
    std::transform(view.values + first, view.values + first + count,
                   rows_.values.data() + entry,
                   [](auto value) { return static_cast<Value>(value); });
    cols_ = std::max(cols_, view.cols);
  });
}

template <class Value>
void RowBuilder<Value>::append_labels(std::span<const std::int32_t> numbers) {
  labels_.insert(labels_.end(), numbers.begin(), numbers.end());
}

template <class Value>
Dataset RowBuilder<Value>::finish(Index cols, LabelMeaning meaning) {
  Dataset data;
  labels_.resize(rows(), -1);
  to_classes(meaning, labels_);
  data.labels = std::move(labels_);
  data.classes = std::move(meaning.classes);
  data.multi_label = meaning.multi_label;
  CsrStore made = rows_.take(std::max(cols, cols_));
  data.rows = parsed_ ? RowCheck::trusted(std::move(made)) : std::move(made);
  return data;
}

template class RowBuilder<float>;
template class RowBuilder<double>;

}  // namespace semilin::io
