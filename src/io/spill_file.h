// Bytes that wait on disk until it is known what stands before them.
#ifndef SEMILIN_IO_SPILL_FILE_H_
#define SEMILIN_IO_SPILL_FILE_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "semilin/base/archive.h"

#include "io/sections.h"

namespace semilin::io {

/// A temporary file without a name, so that nothing is left of it however the
/// program ends. Every function throws DataError if the system refuses.
class SpillFile {
 public:
  /// Holds what will be written to `path`, which errors name: beside it, or in
  /// the folder of temporary files if `path` is standard output, a device or a
  /// pipe.
  explicit SpillFile(const std::string& path);
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;
  ~SpillFile();

  void append(std::string_view bytes);
  /// All bytes, in the order appended; in pieces whose lengths, but for the
  /// last's, are multiples of every type's.
  void replay(const ByteSink& write);
  /// The bytes as a section, valid until more are appended.
  [[nodiscard]] NewSection section(std::string name, ArrayType type);

 private:
  void flush();
  void read_at(std::span<char> to, std::uint64_t offset) const;

  std::string name_;
  int descriptor_ = -1;
  std::uint64_t bytes_ = 0;
  std::uint32_t crc32_ = 0;
  std::string buffer_;
};

}  // namespace semilin::io

#endif  // SEMILIN_IO_SPILL_FILE_H_
