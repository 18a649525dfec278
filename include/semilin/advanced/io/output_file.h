// A file that appears complete or not at all.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace semilin {

/// Whether the bytes of a file are compressed.
enum class Compression { None, Gzip };

/// Gzip if the name ends in ".gz".
[[nodiscard]] Compression compression_of(const std::string& path);

/// Writes a file without a name, or, where the system has none, one beside
/// `path`, which is on the disk and gets its name on commit(); without commit()
/// nothing is left behind, on Linux even if the process is killed (in the
/// moment of commit() a file .semilin-* may be). It keeps the mode of a file
/// that it replaces. "-" is standard output; a device or pipe is written
/// directly, and so is the open file behind a link such as /dev/stdout. For
/// other links the target is written. Every function throws DataError (one
/// line) if the system refuses.
class OutputFile {
 public:
  /// Begins the file.
  explicit OutputFile(const std::string& path,
                      Compression compression = Compression::None);
  /// The moved-from object may only be assigned to or destroyed.
  OutputFile(OutputFile&&) noexcept;
  OutputFile& operator=(OutputFile&&) noexcept;  ///< Likewise.
  ~OutputFile();

  void write(std::string_view bytes);  ///< Appends.
  void flush();   ///< Hands on what was written; of gzip data what is packed.
  void commit();  ///< Completes the file; nothing may follow.

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Writes the whole file in one call.
void write_file(const std::string& path, std::string_view bytes);

}  // namespace semilin
