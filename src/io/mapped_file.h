// A file's bytes, mapped for reading.
#ifndef SEMILIN_IO_MAPPED_FILE_H_
#define SEMILIN_IO_MAPPED_FILE_H_

#include <string>
#include <string_view>

#include "io/input.h"

namespace semilin::io {

class MappedFile {
 public:
  /// Throws DataError if `path` is no regular file or cannot be mapped.
  explicit MappedFile(const std::string& path);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  [[nodiscard]] std::string_view bytes() const { return bytes_; }

 private:
  std::string_view bytes_;
};

}  // namespace semilin::io

#endif  // SEMILIN_IO_MAPPED_FILE_H_
