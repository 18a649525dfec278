#include <algorithm>
#include <future>
#include <utility>

#include "io/blocks.h"
#include "io/number_scanner.h"

namespace semilin::io {
namespace {

// Room for `bytes` and the padding; keeps what is there.
void make_room(std::vector<char>& buffer, std::size_t bytes) {
  const std::size_t need = bytes + 1 + kScanPadding;  // 1: a missing newline
  if (buffer.size() < need)
    buffer.resize(std::max(need, buffer.size() * 3 / 2));
}

// A file whose bytes may be read in any order: block b is the lines that start
// within [b, b + 1) * block_bytes, read by the task that parses it.
class FileBlocks : public BlockSource {
 public:
  FileBlocks(InputFile& file, const BlockPlan& plan)
      : file_(file), plan_(plan) {}

  Index next_round() override {
    first_ = next_;
    const Index blocks =
        (file_.size() + plan_.block_bytes - 1) / plan_.block_bytes;
    next_ = std::min(first_ + plan_.blocks_per_round, blocks);
    return next_ - first_;
  }

  std::string_view load(Index i, std::vector<char>& buffer) override {
    const Index begin = (first_ + i) * plan_.block_bytes;
    const Index end = std::min(begin + plan_.block_bytes, file_.size());
    const Index from = std::max<Index>(begin - 1, 0);
    std::size_t size =
        append(buffer, 0, from, static_cast<std::size_t>(end - from));
    if (size == 0) return {};  // the file was cut meanwhile
    std::string_view text(buffer.data(), size);
    std::size_t start = 0;
    if (begin > 0) {
      // A newline before the last byte, or no line starts here.
      start = text.substr(0, size - 1).find('\n') + 1;
      if (start == 0) return {};
    }
    size = read_to_newline(buffer, size, end);
    return std::string_view(buffer.data(), size).substr(start);
  }

  [[nodiscard]] std::optional<Damage> damage() const override { return {}; }
  [[nodiscard]] double fraction_read() const override {
    return std::min(1.0, static_cast<double>(next_ * plan_.block_bytes) /
                             static_cast<double>(file_.size()));
  }

 private:
  // Reads up to `count` bytes at `offset` behind the `size` in `buffer`;
  // returns the new size.
  std::size_t append(std::vector<char>& buffer, std::size_t size, Index offset,
                     std::size_t count) const {
    make_room(buffer, size + count);
    return size + file_.read_at(std::span(buffer).subspan(size, count), offset);
  }

  // Completes the last line, which may reach far into later blocks; returns
  // the size with its newline. One that is too long is cut.
  std::size_t read_to_newline(std::vector<char>& buffer, std::size_t size,
                              Index offset) const {
    std::size_t piece = 4096;
    std::size_t searched = size - 1;
    while (size <= kMostLineBytes) {
      const std::string_view text(buffer.data(), size);
      const std::size_t newline = text.find('\n', searched);
      if (newline != text.npos) return newline + 1;
      searched = size;
      size = append(buffer, size, offset, piece);
      offset += static_cast<Index>(size - searched);
      if (size == searched) break;
      piece *= 2;
    }
    buffer[size] = '\n';
    return size + 1;
  }

  InputFile& file_;
  BlockPlan plan_;
  Index first_ = 0;
  Index next_ = 0;
};

// A stream: the blocks of the next round are read (and inflated) while those
// of this one are parsed.
class StreamBlocks : public BlockSource {
 public:
  StreamBlocks(InputFile& file, const BlockPlan& plan)
      : file_(file), stream_(open_text_stream(file)), plan_(plan) {
    ahead_.resize(static_cast<std::size_t>(plan.blocks_per_round));
    current_.resize(ahead_.size());
    start_reading();
  }

  Index next_round() override {
    if (!reading_.valid()) return 0;
    const Index blocks = reading_.get();
    std::swap(ahead_, current_);
    waits_ = blocks < std::ssize(current_);
    if (blocks > 0) start_reading();
    return blocks;
  }

  [[nodiscard]] bool waits() const override { return waits_; }

  std::string_view load(Index i, std::vector<char>&) override {
    return {current_[i].bytes.data(), current_[i].size};
  }

  [[nodiscard]] std::optional<Damage> damage() const override {
    return stream_->damage();
  }
  [[nodiscard]] double fraction_read() const override {
    return file_.fraction_read();
  }

 private:
  struct Block {
    std::vector<char> bytes;
    std::size_t size = 0;  // of whole lines
  };

  void start_reading() {
    reading_ = std::async(
        plan_.read_ahead ? std::launch::async : std::launch::deferred, [this] {
          std::size_t filled = 0;
          while (filled < ahead_.size() && fill(ahead_[filled])) {
            ++filled;
            if (file_.waits()) break;
          }
          return static_cast<Index>(filled);
        });
  }

  // Reads one block: the rest of the last one, then up to the last newline of
  // what follows. False at the end of the stream, which a line ends that is too
  // long.
  bool fill(Block& block) {
    if (ended_) return false;
    std::vector<char>& bytes = block.bytes;
    make_room(bytes, rest_.size());
    std::copy(rest_.begin(), rest_.end(), bytes.begin());
    std::size_t size = rest_.size();
    auto piece = static_cast<std::size_t>(plan_.block_bytes);
    block.size = 0;
    while (block.size == 0 && !ended_) {
      make_room(bytes, size + piece);
      const std::size_t got =
          stream_->read_some(std::span(bytes).subspan(size, piece));
      const std::string_view fresh(bytes.data() + size, got);
      const std::size_t newline = fresh.rfind('\n');  // none before these
      if (newline != fresh.npos) block.size = size + newline + 1;
      size += got;
      ended_ = got == 0 || (block.size == 0 && size > kMostLineBytes);
      piece = size;
    }
    if (ended_ && block.size < size && !stream_->damage()) {
      bytes[size] = '\n';  // of a damaged stream the last line is not whole
      block.size = size + 1;
    }
    rest_.assign(
        bytes.begin() + static_cast<Index>(block.size),
        bytes.begin() + static_cast<Index>(std::max(size, block.size)));
    return block.size > 0;
  }

  InputFile& file_;
  std::unique_ptr<ByteStream> stream_;
  BlockPlan plan_;
  bool ended_ = false, waits_ = false;
  std::vector<char> rest_;
  std::vector<Block> ahead_;
  std::vector<Block> current_;
  std::future<Index> reading_;  // last: ends before what it fills
};

}  // namespace

std::unique_ptr<BlockSource> open_blocks(InputFile& file,
                                         const BlockPlan& plan) {
  if (file.is_regular()) {
    std::string start(2, '\0');
    start.resize(file.read_at(start, 0));
    if (!looks_like_gzip(start))
      return std::make_unique<FileBlocks>(file, plan);
  }
  return std::make_unique<StreamBlocks>(file, plan);
}

}  // namespace semilin::io
