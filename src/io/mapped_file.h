// A file's bytes, mapped for reading.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "io/input.h"
#include "matrix/row_check.h"

namespace semilin::io {

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
