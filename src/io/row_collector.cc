#include "io/row_collector.h"

#include <algorithm>
#include <utility>

#include "semilin/base/error.h"
#include "semilin/base/parallel.h"

#include "io/block_source.h"
#include "io/input.h"

namespace semilin::io {
namespace {

// More blocks than threads, so that none waits long for the others.
constexpr Index kBlocksPerThread = 4;

// The number in `all` of each label of a block.
std::vector<std::int32_t> merge_names(const LabelTable& block,
                                      const std::string& file, Index lines,
                                      LabelTable& all) {
  std::vector<std::int32_t> merged;
  for (const SeenLabel& label : block.seen())
    merged.push_back(
        all.add(label.name, file, lines + label.line, label.column));
  return merged;
}

void append_mapped(const std::vector<std::int32_t>& numbers,
                   const std::vector<std::int32_t>& map,
                   std::vector<std::int32_t>& to) {
  for (const std::int32_t number : numbers)
    to.push_back(number < 0 ? -1 : map[number]);
}

}  // namespace

void append_labels(const Dataset& data, const std::string& file, bool keep,
                   RawLabels& labels) {
  if (!keep) {
    labels.numbers.resize(labels.numbers.size() + data.labels.size(), -1);
    return;
  }
  std::vector<std::int32_t> map;
  for (const std::string& name : data.classes)
    map.push_back(labels.table.add(name, file, 0, 0));
  append_mapped(data.labels, map, labels.numbers);
}

template <class Value>
void RowCollector<Value>::add_text(const std::string& path,
                                   const ParseRules& rules) {
  InputFile file(path);
  const int threads =
      options_.threads > 0 ? options_.threads : available_threads();
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
    add_blocks(std::span(blocks).first(count), file.name());
  }
  if (const auto damage = source->damage()) {
    throw DataError(file.name(), lines_ + 1, 1, damage->expected,
                    damage->found);
  }
}

template <class Value>
void RowCollector<Value>::add_blocks(std::span<const ParsedBlock<Value>> blocks,
                                     const std::string& file) {
  for (const ParsedBlock<Value>& block : blocks) {
    if (block.fault) {
      throw DataError(file, lines_ + block.fault->line, block.fault->column,
                      block.fault->expected, block.fault->found);
    }
    const auto merged = merge_names(block.names, file, lines_, labels_.table);
    append_mapped(block.labels, merged, labels_.numbers);
    lines_ += block.lines;
  }
  builder_.append(blocks, options_.threads);
  if (!costs_.empty()) costs_.resize(builder_.rows(), 1.0);
}

template <class Value>
void RowCollector<Value>::add_store(const Dataset& data,
                                    const std::string& path, bool keep_labels) {
  const bool costs = !costs_.empty() || !data.costs.empty();
  if (costs) costs_.resize(builder_.rows(), 1.0);
  builder_.append(data.rows);
  append_labels(data, path, keep_labels, labels_);
  if (costs) {
    costs_.insert(costs_.end(), data.costs.begin(), data.costs.end());
    costs_.resize(builder_.rows(), 1.0);
  }
}

template <class Value>
Dataset RowCollector<Value>::finish() {
  Dataset data;
  data.rows = builder_.finish(options_.features);
  data.costs = std::move(costs_);
  return data;
}

template class RowCollector<float>;
template class RowCollector<double>;

}  // namespace semilin::io
