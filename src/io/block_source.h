// The text of a file in blocks of whole lines, several blocks per round, so
// that tasks can parse a round's blocks side by side.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "semilin/base/index.h"

#include "io/input.h"

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
  /// About the share of the file that was given; 0 if it has no size.
  [[nodiscard]] virtual double fraction_read() const = 0;
};

/// `file` must outlive the source.
[[nodiscard]] std::unique_ptr<BlockSource> open_blocks(InputFile& file,
                                                       const BlockPlan& plan);

}  // namespace semilin::io
