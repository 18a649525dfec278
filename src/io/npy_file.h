// NumPy's format of a matrix.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "semilin/base/index.h"
#include "semilin/matrix/csr.h"

#include "io/blocks.h"
#include "io/input.h"

namespace semilin::io {

inline constexpr std::string_view kNpyMagic = "\x93NUMPY";

/// A matrix in a .npy file of version 1, 2 or 3: float16, float32 or float64,
/// little-endian, its rows one after the other. The file is mapped.
class NpyFile {
 public:
  /// Throws DataError for another file, another type or order of numbers, or a
  /// length that does not fit the shape.
  explicit NpyFile(const std::string& path);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] Index rows() const { return rows_; }
  [[nodiscard]] Index cols() const { return cols_; }
  /// The rows from `begin` to `end` without their zeros, as parse_block has
  /// those of text: block.fault is the first number that is not finite.
  template <class Value>
  void read(Index begin, Index end, ParsedBlock<Value>& block) const;
  /// The same as rows of float64, if numbers have that type and are to be
  /// `doubles`, otherwise of float32. Throws DataError at "file:row:column",
  /// from 1.
  [[nodiscard]] CsrStore read(Index begin, Index end, bool doubles) const;
  /// Rows that were read are let go: their pages no longer count as this
  /// process's memory.
  void release(Index begin, Index end) const;

 private:
  template <class Stored, class Value>
  void read_as(Index begin, Index end, ParsedBlock<Value>& block) const;
  template <class Value>
  [[nodiscard]] CsrStore rows_of(Index begin, Index end) const;
  [[nodiscard]] const char* row(Index i) const;

  std::string path_;
  std::shared_ptr<const MappedFile> file_;
  Index rows_ = 0, cols_ = 0;
  std::size_t bytes_ = 0;  // bytes of a number
  std::size_t start_ = 0;  // where the numbers begin
};

extern template void NpyFile::read(Index, Index, ParsedBlock<float>&) const;
extern template void NpyFile::read(Index, Index, ParsedBlock<double>&) const;

}  // namespace semilin::io
