// NumPy's format of a matrix.
#ifndef SEMILIN_IO_NPY_FILE_H_
#define SEMILIN_IO_NPY_FILE_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "semilin/base/index.h"
#include "semilin/matrix/csr.h"

#include "io/mapped_file.h"

namespace semilin::io {

inline constexpr std::string_view kNpyMagic = "\x93NUMPY";

/// A matrix in a .npy file of version 1, 2 or 3: float16, float32 or float64,
/// little-endian, its rows one after the other. The file is mapped.
class NpyFile {
 public:
  /// Throws DataError for another file, another type or order of numbers, or a
  /// length that does not fit the shape.
  explicit NpyFile(const std::string& path);

  [[nodiscard]] Index rows() const { return rows_; }
  /// The rows from `begin` to `end` without their zeros, of float64 as such.
  /// Their pages no longer count as this process's memory. Throws DataError at
  /// "file:row:column", from 1, for a number that is not finite.
  [[nodiscard]] CsrStore read(Index begin, Index end) const;

 private:
  template <class Stored, class Value>
  [[nodiscard]] CsrStore read_as(Index begin, Index end) const;

  std::string path_;
  std::shared_ptr<const MappedFile> file_;
  Index rows_ = 0, cols_ = 0;
  std::size_t bytes_ = 0;  // of a number
  std::size_t start_ = 0;  // of the numbers
};

}  // namespace semilin::io

#endif  // SEMILIN_IO_NPY_FILE_H_
