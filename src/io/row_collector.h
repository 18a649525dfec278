// Rows and labels of several files, gathered one file after the other.
#ifndef SEMILIN_IO_ROW_COLLECTOR_H_
#define SEMILIN_IO_ROW_COLLECTOR_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/io/svmlight.h"
#include "semilin/matrix/dataset.h"

#include "io/label_table.h"
#include "io/row_builder.h"

namespace semilin::io {

/// The labels of rows before it is known what they mean.
struct RawLabels {
  LabelTable table;
  std::vector<std::int32_t> numbers;  ///< in the table; -1: none
};

/// Adds the classes of a store's `data` to the table, and its labels; the
/// labels are left out (-1) if keep is false.
void append_labels(const Dataset& data, const std::string& file, bool keep,
                   RawLabels& labels);

template <class Value>
class RowCollector {
 public:
  explicit RowCollector(const ReadOptions& options) : options_(options) {}

  [[nodiscard]] Index rows() const { return builder_.rows(); }
  [[nodiscard]] RawLabels& labels() { return labels_; }

  /// Parses a text file. Throws DataError at its first fault.
  void add_text(const std::string& path, const ParseRules& rules);
  /// Copies a store's rows.
  void add_store(const Dataset& data, const std::string& path,
                 bool keep_labels);
  /// Rows and costs; labels and classes are left to the caller.
  [[nodiscard]] Dataset finish();

 private:
  void add_blocks(std::span<const ParsedBlock<Value>> blocks,
                  const std::string& file);

  const ReadOptions& options_;
  RowBuilder<Value> builder_;
  RawLabels labels_;
  std::vector<double> costs_;
  Index lines_ = 0;  // of the file being read
};

extern template class RowCollector<float>;
extern template class RowCollector<double>;

}  // namespace semilin::io

#endif  // SEMILIN_IO_ROW_COLLECTOR_H_
