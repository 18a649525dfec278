// Opening files, and reading their bytes in order, inflated where they are
// gzip, or mapped.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "semilin/base/index.h"

#include "matrix/row_check.h"

namespace semilin::io {

inline constexpr std::string_view kStoreMagic = "\x8ASLSTO\r\n";
inline constexpr std::string_view kArchiveMagic = "\x8ASLARC\r\n";
static_assert(kStoreMagic.size() == 8 && kArchiveMagic.size() == 8);

/// A line of text is at most this long, so that a file without line ends, or a
/// small one that inflates to one line, does not fill the memory.
inline constexpr std::size_t kMostLineBytes = std::size_t{1} << 30;
/// The same in the words of a DataError: what is expected,
inline constexpr const char* kLineRule = "a line of at most 1 GB";
/// and what is found.
inline constexpr const char* kLongLine = "a longer one";

/// Throws DataError: what failed, and why, by errno.
[[noreturn]] void throw_system_error(const std::string& name,
                                     const std::string& what);

/// The name of a file in errors: its path, or "standard input" for "-".
[[nodiscard]] std::string input_name(const std::string& path);

/// An open file; closes it unless it is standard input.
class InputFile {
 public:
  /// Throws DataError if `path` cannot be opened or is a directory.
  explicit InputFile(const std::string& path);
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  /// A file with a size, whose bytes may be read in any order.
  [[nodiscard]] bool is_regular() const { return regular_; }
  [[nodiscard]] Index size() const { return size_; }
  /// The share of its bytes that read() gave; 0 if it has no size.
  [[nodiscard]] double fraction_read() const;

  /// Fills `to` from the current position, less only at the end of the file.
  std::size_t read(std::span<char> to);
  /// What is there already, of a pipe; nothing only at the end. It waits until
  /// something is.
  std::size_t read_some(std::span<char> to);
  /// Whether reading on would wait for another program or a person.
  [[nodiscard]] bool waits() const;
  /// Fills `to` from `offset` on; may be called by several threads.
  std::size_t read_at(std::span<char> to, Index offset) const;

 private:
  std::string name_;
  int descriptor_ = -1;
  bool regular_ = false;
  Index size_ = 0;
  std::atomic<Index> read_ = 0;
};

/// Why a stream ended too early, in the words of a DataError.
struct Damage {
  std::string expected;
  std::string found;
};

/// Bytes in order.
class ByteStream {
 public:
  virtual ~ByteStream() = default;
  /// Fills `to`; less only at the end of the stream or before damage.
  virtual std::size_t read(std::span<char> to) = 0;
  /// The same, or less if there is no more yet; nothing only at the end.
  virtual std::size_t read_some(std::span<char> to) { return read(to); }
  /// Set if the end that read() met is damage.
  [[nodiscard]] virtual std::optional<Damage> damage() const = 0;
};

/// The content of a file, inflated if its first bytes are gzip's. `file` must
/// outlive the stream.
[[nodiscard]] std::unique_ptr<ByteStream> open_stream(InputFile& file);

/// The same for a file that must be text: throws DataError for our binary
/// files.
[[nodiscard]] std::unique_ptr<ByteStream> open_text_stream(InputFile& file);

/// Throws DataError, which names the kind of file and what to do, if it begins
/// as one that is known and is no text. `start`: some hundred bytes, or all.
void refuse_binary(const std::string& name, std::string_view start);

/// True if `start` is the start of gzip data.
[[nodiscard]] bool looks_like_gzip(std::string_view start);

/// A file's bytes, mapped for reading.
class MappedFile final : public RowPages {
 public:
  /// Throws DataError if `path` is no regular file or cannot be mapped.
  explicit MappedFile(const std::string& path);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() override;

  [[nodiscard]] std::string_view bytes() const { return {start_, size_}; }

  /// Announces that [begin, end), which lies in the file and was read, will not
  /// be needed soon: its pages no longer count as this process's memory. They
  /// are read again when they are touched again.
  void release(const void* begin, const void* end) const;

  [[nodiscard]] std::shared_ptr<const std::byte> extended(
      const void* begin, const void* end,
      std::span<const std::byte> behind) const override;

 private:
  InputFile file_;
  char* start_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace semilin::io
