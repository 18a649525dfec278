// Rows from any file that the library reads, told apart by content.
#ifndef SEMILIN_IO_DATASET_FILE_H_
#define SEMILIN_IO_DATASET_FILE_H_

#include <string>
#include <vector>

#include "semilin/io/svmlight.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

enum class FileKind {
  Text,     ///< anything that is none of the following
  Gzip,     ///< starts with 1f 8b
  Store,    ///< semilin/io/store.h
  Archive,  ///< semilin/io/archive_file.h
};

/// What the first bytes say. "-" is Text. Throws DataError if the file cannot
/// be read.
[[nodiscard]] FileKind file_kind(const std::string& path);

/// The rows of all data files, then those of options.unlabeled_files. Each is
/// svmlight text (plain, gzip, "-" for standard input) or a store; a single
/// store is mapped, not copied. The rule for `0` (read_svmlight) looks at the
/// labels of all files together. Throws DataError; std::invalid_argument if no
/// file is given.
[[nodiscard]] Dataset read_dataset(const std::vector<std::string>& data_files,
                                   const ReadOptions& options = {});

}  // namespace semilin

#endif  // SEMILIN_IO_DATASET_FILE_H_
