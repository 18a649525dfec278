// Rows from any file that the library reads, recognized by content.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "semilin/io/store.h"
#include "semilin/io/svmlight.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// The kind of a file, recognized by its first bytes.
enum class FileKind {
  Text,     ///< anything that is none of the following
  Gzip,     ///< starts with 1f 8b
  Store,    ///< semilin/io/store.h
  Archive,  ///< semilin/io/archive_file.h
  Matrix,   ///< NumPy's format, .npy
};

/// The kind that the first bytes show. "-" is Text. Throws DataError if the
/// file cannot be read.
[[nodiscard]] FileKind file_kind(const std::string& path);

/// The rows of all data files, then those of options.unlabeled_files. Each is
/// svmlight text (plain, gzip, "-" for standard input), a matrix in NumPy's
/// format (float16, float32 or float64, little-endian, row by row; its rows
/// have no labels) or a store; a single store is mapped, not copied. The rule
/// for `0` (read_svmlight) looks at the labels of all files together. Throws
/// DataError; std::invalid_argument if no file is given.
[[nodiscard]] Dataset read_dataset(const std::vector<std::string>& data_files,
                                   const ReadOptions& options = {});

/// Calls `use` with the rows that read_dataset({path}, options) gives, in
/// order, some at a time, without keeping the others in memory; those of a
/// store that is not checked come at once. Labels are ignored, and so are the
/// files of labels and of unlabeled rows in the options. Throws as
/// read_dataset does, in the case of text possibly after `use` was called.
void for_each_rows(const std::string& path, const ReadOptions& options,
                   const std::function<void(const CsrStore& rows)>& use);

/// Writes the result of read_dataset(data_files, options), and attachments, as
/// a store, without keeping the rows in memory: it takes a few megabytes per
/// thread, however large the files, and the store's labels and costs. The rows
/// wait in temporary files beside `path` (in the folder of temporary files if
/// it is "-", a device or a pipe), as large as the store and gone at the end.
/// The store appears complete or not at all. Throws as read_dataset does, and
/// DataError if the system refuses to write.
void convert_to_store(const std::vector<std::string>& data_files,
                      const ReadOptions& options, const std::string& path,
                      const Attachments& attachments = {});

}  // namespace semilin
