// Model files: archives of semilin and LIBLINEAR's text.
#pragma once

#include <string>
#include <vector>

#include "semilin/learn/model.h"

namespace semilin {

/// The model in `path`, an archive or LIBLINEAR's text; "-" is standard input.
/// Its classes have the names in class_map_path(path) if that file exists.
/// Throws DataError.
[[nodiscard]] Model read_model(const std::string& path);

/// The same if it is linear, or the linear part of a model with the linear
/// kernel. Throws DataError for any other model.
[[nodiscard]] LinearModel read_linear_model(const std::string& path);

/// Writes an archive of semilin. Throws DataError.
void write_model(const Model& model, const std::string& path);

/// CRC-32 of the bytes that write_model writes, in eight hexadecimal digits.
[[nodiscard]] std::string model_checksum(const Model& model);

/// Writes LIBLINEAR's text. Where integers stand for the classes,
/// class_map_path(path) lists them: "1<TAB>name" on a line. Returns whether
/// that file was written.
bool write_liblinear(const LinearModel& model, const std::string& path);

/// Writes class_map_path(path): a line for each name and its integer.
void write_class_map(const std::vector<int>& labels,
                     const std::vector<std::string>& names,
                     const std::string& path);

/// The name of the map of classes beside a LIBLINEAR model: path + ".classes".
[[nodiscard]] std::string class_map_path(const std::string& path);

/// Whether the file's text begins like a LIBLINEAR model.
[[nodiscard]] bool begins_like_liblinear(const std::string& path);

}  // namespace semilin
