#include "semilin/io/vector_file.h"

#include "semilin/base/error.h"
#include "semilin/io/dataset_file.h"

#include "io/npy_file.h"

namespace semilin {
namespace {

std::shared_ptr<const io::NpyFile> opened_matrix(const std::string& path) {
  if (file_kind(path) != FileKind::Matrix)
    throw DataError(path,
                    "expected a matrix in NumPy's format (.npy), found "
                    "something else");
  return std::make_shared<const io::NpyFile>(path);
}

}  // namespace

VectorFile::VectorFile(const std::string& path)
    : path_(path), file_(opened_matrix(path)) {}

Index VectorFile::rows() const {
  return file_->rows();
}

Index VectorFile::columns() const {
  return file_->cols();
}

ReadVectors VectorFile::reader(bool doubles, Index first) const {
  return [path = path_, file = file_, doubles, first](Index begin, Index end) {
    if (first + end > file->rows())
      throw DataError(path, "expected a vector for each row, found only " +
                                std::to_string(file->rows()));
    return file->read(first + begin, first + end, doubles);
  };
}

}  // namespace semilin
