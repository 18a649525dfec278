// Rows from any file that the library reads, told apart by content.
#ifndef SEMILIN_IO_DATASET_FILE_H_
#define SEMILIN_IO_DATASET_FILE_H_

#include <functional>
#include <string>
#include <vector>

#include "semilin/io/store.h"
#include "semilin/io/svmlight.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// What a file holds, told by its first bytes.
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

/// Calls `use` with the rows that read_dataset({path}, options) gives, in
/// order, some at a time, without holding the others. Labels are ignored, and
/// so are the files of labels and of unlabelled rows in the options. Throws as
/// read_dataset does, where a text has its fault after `use` was called.
void for_each_rows(const std::string& path, const ReadOptions& options,
                   const std::function<void(const CsrStore& rows)>& use);

/// Writes what read_dataset(data_files, options) gives, and attachments, as a
/// store, without holding the rows: memory is a few megabytes per thread,
/// however large the files; a store's labels and costs are held. The rows wait
/// in temporary files beside `path` (in the folder of temporary files if it is
/// "-", a device or a pipe), as large as the store and gone at the end. The
/// store appears whole or not at all. options.require_two_classes is ignored.
/// Throws as read_dataset does, and DataError if the system refuses to write.
void convert_to_store(const std::vector<std::string>& data_files,
                      const ReadOptions& options, const std::string& path,
                      const Attachments& attachments = {});

}  // namespace semilin

#endif  // SEMILIN_IO_DATASET_FILE_H_
