// Vectors of rows in a file: NumPy's format of a matrix.
//
//   const VectorFile file("news.npy");
//   const Dataset rows = read_dataset({"news.svm"});
//   const Dataset data = with_vectors(rows, file.columns(), file.reader());
#pragma once

#include <memory>
#include <string>

#include "semilin/base/index.h"
#include "semilin/matrix/vectors.h"

namespace semilin {

namespace io {
class NpyFile;  // src/io/npy_file.h
}  // namespace io

/// A .npy file of float16, float32 or float64, little-endian, row by row. It is
/// mapped: memory holds only the vectors that are used.
class VectorFile {
 public:
  /// Throws DataError for any other file.
  explicit VectorFile(const std::string& path);

  /// The name of the file.
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] Index rows() const;     ///< Number of vectors.
  [[nodiscard]] Index columns() const;  ///< Numbers in each vector.
  /// Reads the vectors from number `first` on; float64 are rounded to float32
  /// unless they are to be `doubles`. It throws DataError at "file:row:column",
  /// from 1, for a number that is not finite, and if the file has fewer
  /// vectors. It keeps the file mapped.
  [[nodiscard]] ReadVectors reader(bool doubles = false, Index first = 0) const;

 private:
  std::string path_;
  std::shared_ptr<const io::NpyFile> file_;
};

}  // namespace semilin
