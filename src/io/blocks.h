// The text of a file in blocks of whole lines, several blocks per round, so
// that tasks can parse a round's blocks of svmlight lines side by side, into
// rows of their own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/matrix/csr.h"

#include "io/input.h"
#include "io/label_table.h"

namespace semilin::io {

/// How the text is cut.
struct BlockPlan {
  Index block_bytes = 0;
  Index blocks_per_round = 0;
  bool read_ahead = false;  ///< a stream is read while its blocks are parsed
};

class BlockSource {
 public:
  virtual ~BlockSource() = default;
  /// Starts the next round; returns its number of blocks, 0 at the end.
  virtual Index next_round() = 0;
  /// Block i of this round, each line ended by '\n', behind it at least
  /// kScanPadding readable bytes. It may lie in `buffer`. Called once per
  /// block; calls for several blocks may run at once.
  virtual std::string_view load(Index i, std::vector<char>& buffer) = 0;
  /// Set if the end is damage: all whole lines before it were given.
  [[nodiscard]] virtual std::optional<Damage> damage() const = 0;
  /// Whether this round ended because a pipe had no more yet.
  [[nodiscard]] virtual bool waits() const { return false; }
  /// About the share of the file that was given; 0 if it has no size.
  [[nodiscard]] virtual double fraction_read() const = 0;
};

/// `file` must outlive the source.
[[nodiscard]] std::unique_ptr<BlockSource> open_blocks(InputFile& file,
                                                       const BlockPlan& plan);

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
  Index cols = 0;  ///< largest column + 1
  Index lines = 0;
  std::vector<Index> offsets;        ///< offsets of a CsrView
  std::vector<std::int32_t> labels;  ///< numbers in `names`; -1: none
  LabelTable names;
  std::optional<ParseFault> fault;

  /// Begins anew, with room for `most` entries.
  void start(Index most) {
    if (capacity < most) {
      columns = std::make_unique_for_overwrite<std::int32_t[]>(most);
      values = std::make_unique_for_overwrite<Value[]>(most);
      capacity = most;
    }
    cols = lines = 0;
    offsets.assign(1, 0);
    labels.clear();
    names = LabelTable();
    fault.reset();
  }
  /// The rows, borrowed.
  [[nodiscard]] CsrView<Value> view() const {
    return {std::ssize(offsets) - 1, cols, offsets.data(), columns.get(),
            values.get()};
  }
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
