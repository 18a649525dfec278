#include "io/row_collector.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "semilin/base/error.h"
#include "semilin/matrix/label_sets.h"

#include "base/parallel.h"
#include "io/blocks.h"
#include "io/input.h"
#include "io/tokens.h"

namespace semilin::io {
namespace {

// More blocks than threads, so that none waits long for the others.
constexpr Index kBlocksPerThread = 4;
// Entries of a store that are copied before their pages are released.
constexpr Index kEntriesAtOnce = Index{1} << 20;
// Numbers of a matrix, so many that a block stays in the cache.
constexpr Index kNumbersOfBlock = Index{1} << 16;

// Appends to `all` the numbers, mapped; those below 0 are -1.
void append_mapped(std::span<const std::int32_t> numbers,
                   const std::vector<std::int32_t>& map,
                   std::vector<std::int32_t>& all) {
  for (const std::int32_t number : numbers)
    all.push_back(number < 0 ? -1 : map[number]);
}

// The row behind as many rows from `begin` as hold kEntriesAtOnce entries; at
// least one.
template <class Value>
Index end_of_piece(const CsrView<Value>& view, Index begin) {
  const Index* found =
      std::upper_bound(view.offsets + begin + 1, view.offsets + view.rows,
                       view.offsets[begin] + kEntriesAtOnce);
  return found - view.offsets;
}

}  // namespace

std::vector<std::int32_t> number_labels(const Dataset& data,
                                        const std::string& file,
                                        LabelTable& table) {
  std::vector<std::int32_t> map;
  for (const std::string& name : data.classes) {
    const bool set = data.multi_label;
    const auto labels = set ? split_labels(name) : std::vector{name};
    map.push_back(table.add(quoted_word(labels, set), file, 0, 0));
  }
  std::vector<std::int32_t> numbers;
  append_mapped(data.labels, map, numbers);
  return numbers;
}

template <class Value>
void RowCollector<Value>::add_text(const std::string& path,
                                   const ParseRules& rules,
                                   const Heard& heard) {
  InputFile file(path);
  const int threads = usable_threads(options_.threads);
  const BlockPlan plan{options_.block_bytes, threads * kBlocksPerThread,
                       threads > 1};
  const auto source = open_blocks(file, plan);
  std::vector<ParsedBlock<Value>> blocks(plan.blocks_per_round);
  std::vector<std::vector<char>> buffers(plan.blocks_per_round);
  lines_ = 0;
  while (const Index count = source->next_round()) {
    parallel_for(count, threads, [&](Index i) {
      parse_block(source->load(i, buffers[i]), rules, blocks[i]);
    });
    add_blocks(std::span(blocks).first(count), rules, file.name());
    if (source->waits()) sink_.pause();
    heard(source->fraction_read());
  }
  if (const auto damage = source->damage()) {
    throw DataError(file.name(), lines_ + 1, 1, damage->expected,
                    damage->found);
  }
}

template <class Value>
void RowCollector<Value>::add_blocks(std::span<const ParsedBlock<Value>> blocks,
                                     const ParseRules& rules,
                                     const std::string& file) {
  std::vector<CsrView<Value>> pieces;
  for (const ParsedBlock<Value>& block : blocks) {
    if (block.fault) {
      throw DataError(file, lines_ + block.fault->line, block.fault->column,
                      block.fault->expected, block.fault->found);
    }
    if (rules.keep_labels) {
      std::vector<std::int32_t> map;
      for (const SeenLabel& label : block.names.seen())
        map.push_back(
            labels_.add(label.word, file, lines_ + label.line, label.column));
      append_mapped(block.labels, map, sink_.labels);
    }
    lines_ += block.lines;
    pieces.push_back(block.view());
  }
  sink_.append(pieces, options_.threads);
}

template <class Value>
void RowCollector<Value>::add_store(const MappedStore& store,
                                    const std::string& path, bool keep_labels,
                                    const Heard& heard) {
  const Dataset& data = store.store.data;
  if (!data.costs.empty()) {
    costs_.resize(sink_.rows(), 1.0);
    costs_.insert(costs_.end(), data.costs.begin(), data.costs.end());
  }
  if (keep_labels) {
    const auto numbers = number_labels(data, path, labels_);
    sink_.labels.insert(sink_.labels.end(), numbers.begin(), numbers.end());
  }
  require_valid(data.rows, options_.threads);
  data.rows.visit([&]<class Stored>(const CsrView<Stored>& view) {
    std::vector<Value> converted;
    for (Index begin = 0; begin < view.rows;) {
      const Index end = end_of_piece(view, begin);
      const Index first = view.offsets[begin];
      const Index last = view.offsets[end];
      CsrView<Value> piece{end - begin, view.cols, view.offsets + begin,
                           view.columns + first, nullptr};
      if constexpr (std::is_same_v<Stored, Value>) {
        piece.values = view.values + first;
      } else {
        converted.assign(view.values + first, view.values + last);
        piece.values = converted.data();
      }
      sink_.append({&piece, 1}, options_.threads);
      store.file->release(view.columns + first, view.columns + last);
      store.file->release(view.values + first, view.values + last);
      store.file->release(view.offsets + begin, view.offsets + end);
      begin = end;
      heard(static_cast<double>(end) / static_cast<double>(view.rows));
    }
  });
}

template <class Value>
void RowCollector<Value>::add_matrix(const NpyFile& matrix, bool keep_labels,
                                     const Heard& heard) {
  const Index rows = matrix.rows();
  if (keep_labels) sink_.labels.resize(sink_.labels.size() + rows, -1);
  const int threads = usable_threads(options_.threads);
  const Index rows_of_block =
      std::max<Index>(1, kNumbersOfBlock / std::max<Index>(matrix.cols(), 1));
  std::vector<ParsedBlock<Value>> blocks(threads * kBlocksPerThread);
  const Index most = rows_of_block * std::ssize(blocks);
  ParseRules rules;
  rules.keep_labels = false;
  lines_ = 0;
  for (Index begin = 0; begin < rows; begin += most) {
    const Index end = std::min(begin + most, rows);
    const Index count = (end - begin + rows_of_block - 1) / rows_of_block;
    parallel_for(count, threads, [&](Index i) {
      const Index first = begin + i * rows_of_block;
      matrix.read(first, std::min(first + rows_of_block, end), blocks[i]);
    });
    add_blocks(std::span(blocks).first(count), rules, matrix.path());
    matrix.release(begin, end);
    heard(static_cast<double>(end) / static_cast<double>(rows));
  }
}

template <class Value>
std::vector<double> RowCollector<Value>::take_costs() {
  if (!costs_.empty()) costs_.resize(sink_.rows(), 1.0);
  return std::move(costs_);
}

template class RowCollector<float>;
template class RowCollector<double>;

}  // namespace semilin::io
