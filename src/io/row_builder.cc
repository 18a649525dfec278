#include "io/row_builder.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/parallel.h"
#include "matrix/row_check.h"

namespace semilin::io {

template <class Value>
RowBuilder<Value>::RowBuilder() {
  offsets_.resize(1);
  offsets_.data()[0] = 0;
}

template <class Value>
void RowBuilder<Value>::grow(Index rows, Index nonzeros) {
  offsets_.resize(offsets_.size() + rows);
  columns_.resize(columns_.size() + nonzeros);
  values_.resize(values_.size() + nonzeros);
}

template <class Value>
void RowBuilder<Value>::copy_block(const ParsedBlock<Value>& block, Index row,
                                   Index entry) {
  std::copy_n(block.columns.get(), block.nonzeros, columns_.data() + entry);
  std::copy_n(block.values.get(), block.nonzeros, values_.data() + entry);
  std::transform(block.row_ends.begin(), block.row_ends.end(),
                 offsets_.data() + row + 1,
                 [entry](Index end) { return entry + end; });
}

template <class Value>
void RowBuilder<Value>::append(std::span<const ParsedBlock<Value>> blocks,
                               int threads) {
  struct Place {
    Index row, entry;
  };
  std::vector<Place> places;
  Place next{rows(), columns_.size()};
  for (const auto& block : blocks) {
    places.push_back(next);
    next.row += static_cast<Index>(block.row_ends.size());
    next.entry += block.nonzeros;
    cols_ = std::max(cols_, block.cols);
  }
  grow(next.row - rows(), next.entry - columns_.size());
  parallel_for(static_cast<Index>(blocks.size()), threads, [&](Index i) {
    copy_block(blocks[i], places[i].row, places[i].entry);
  });
}

template <class Value>
void RowBuilder<Value>::append(const CsrStore& rows, Index begin, Index end) {
  parsed_ = false;
  rows.visit([&](const auto& view) {
    const Index row = this->rows();
    const Index entry = columns_.size();
    const Index first = view.offsets[begin];
    const Index count = view.offsets[end] - first;
    grow(end - begin, count);
    for (Index i = 1; i <= end - begin; ++i)
      offsets_.data()[row + i] = entry + view.offsets[begin + i] - first;
    std::copy_n(view.columns + first, count, columns_.data() + entry);
    std::transform(view.values + first, view.values + first + count,
                   values_.data() + entry,
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
  data.rows = take_rows(cols);
  return data;
}

template <class Value>
CsrStore RowBuilder<Value>::take_rows(Index cols) {
  offsets_.shrink();
  columns_.shrink();
  values_.shrink();
  CsrView<Value> view{rows(), std::max(cols, cols_), nullptr, nullptr, nullptr};
  const bool valid = parsed_;
  auto owner = std::make_shared<RowBuilder>(std::move(*this));
  view.offsets = owner->offsets_.data();
  view.columns = owner->columns_.data();
  view.values = owner->values_.data();
  CsrStore made(view, std::move(owner));
  return valid ? RowCheck::trusted(std::move(made)) : made;
}

template class RowBuilder<float>;
template class RowBuilder<double>;

}  // namespace semilin::io
