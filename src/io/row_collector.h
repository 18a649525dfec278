// Rows and labels of several files, handed to a sink one file after the other.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/io/svmlight.h"

#include "io/blocks.h"
#include "io/label_table.h"
#include "io/npy_file.h"
#include "io/store_file.h"

namespace semilin::io {

/// The labels of a store as numbers of `table`, to which its classes are added.
[[nodiscard]] std::vector<std::int32_t> number_labels(const Dataset& data,
                                                      const std::string& file,
                                                      LabelTable& table);

template <class Value>
class RowCollector {
 public:
  /// Both must outlive the collector.
  RowCollector(const ReadOptions& options, RowSink<Value>& sink)
      : options_(options), sink_(sink) {}

  [[nodiscard]] LabelTable& labels() { return labels_; }

  /// Gets the share of a file that is read.
  using Heard = std::function<void(double)>;

  /// Parses a text file; its labels go to the sink if rules.keep_labels.
  /// Throws DataError at its first fault.
  void add_text(const std::string& path, const ParseRules& rules,
                const Heard& heard);
  /// Copies a store's rows, releasing what is copied.
  void add_store(const MappedStore& store, const std::string& path,
                 bool keep_labels, const Heard& heard);
  /// Copies the rows of NumPy's matrix, which have no labels.
  void add_matrix(const NpyFile& matrix, bool keep_labels, const Heard& heard);
  /// The costs of all rows; empty if no file had any.
  [[nodiscard]] std::vector<double> take_costs();

 private:
  void add_blocks(std::span<const ParsedBlock<Value>> blocks,
                  const ParseRules& rules, const std::string& file);

  const ReadOptions& options_;
  RowSink<Value>& sink_;
  LabelTable labels_;
  std::vector<double> costs_;  // costs of the first rows; others cost 1
  Index lines_ = 0;            // lines read of the file
};

extern template class RowCollector<float>;
extern template class RowCollector<double>;

}  // namespace semilin::io
