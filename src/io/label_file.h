// Labels in files of their own, one per line.
#ifndef SEMILIN_IO_LABEL_FILE_H_
#define SEMILIN_IO_LABEL_FILE_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "semilin/base/index.h"

#include "io/label_table.h"

namespace semilin::io {

/// Adds the labels of `files` to the table and gives their numbers to `take`,
/// some at a time; blank lines and comments are skipped. Throws DataError
/// unless there are `rows` labels.
void read_label_files(
    const std::vector<std::string>& files, Index rows, LabelTable& table,
    const std::function<void(std::span<const std::int32_t>)>& take);

}  // namespace semilin::io

#endif  // SEMILIN_IO_LABEL_FILE_H_
