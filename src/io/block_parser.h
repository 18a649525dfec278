// Parses a block of svmlight lines into rows of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/base/index.h"

#include "io/label_table.h"

namespace semilin::io {

/// The largest column, so that indices from 1 fit 31 bits.
inline constexpr Index kMaxColumn = (Index{1} << 31) - 2;

struct ParseRules {
  bool zero_based = false;
  bool label_optional = false;  ///< a line may start with its first entry
  bool keep_labels = true;      ///< else every row gets -1
  bool blank_rows = false;      ///< an empty line is a row without entries
};

/// The first fault of a block; line and column count from 1, within the block.
struct ParseFault {
  Index line = 0;
  Index column = 0;
  std::string expected;
  std::string found;
};

/// A block's rows. The arrays are kept from block to block.
template <class Value>
struct ParsedBlock {
  std::unique_ptr<std::int32_t[]> columns;
  std::unique_ptr<Value[]> values;
  Index capacity = 0;
  Index nonzeros = 0;
  Index cols = 0;  ///< largest column + 1
  Index lines = 0;
  std::vector<Index> row_ends;       ///< entries up to the end of each row
  std::vector<std::int32_t> labels;  ///< numbers in `names`; -1: none
  LabelTable names;
  std::optional<ParseFault> fault;
};

/// Every line of `text` ends in '\n', and kScanPadding bytes behind it may be
/// read. Stops at the first fault. Value is float or double.
template <class Value>
void parse_block(std::string_view text, const ParseRules& rules,
                 ParsedBlock<Value>& block);

extern template void parse_block(std::string_view, const ParseRules&,
                                 ParsedBlock<float>&);
extern template void parse_block(std::string_view, const ParseRules&,
                                 ParsedBlock<double>&);

}  // namespace semilin::io
