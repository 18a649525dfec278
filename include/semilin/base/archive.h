// The form in which a model or another result is saved: a JSON header and named
// arrays of numbers. semilin/io/archive_file.h reads and writes the files.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "semilin/base/index.h"

namespace semilin {

/// The element types of an archive.
enum class ArrayType { Float32, Float64, Int32, Int64, UInt8 };

/// One named array: its type and its bytes in the machine's order (files are
/// little-endian).
struct ArchiveArray {
  ArrayType type = ArrayType::UInt8;  ///< type of the elements
  std::vector<std::byte> bytes;       ///< all elements, one after the other
};

/// The form in which a model is stored: a JSON object and named arrays.
struct Archive {
  std::string kind;           ///< what the archive holds: "linear-model", ...
  std::string header = "{}";  ///< a JSON object as text
  std::map<std::string, ArchiveArray> arrays;  ///< arrays by name

  /// Stores a copy of `values` under `name`; T is float, double, int32_t,
  /// int64_t or char (bytes of text).
  template <class T>
  void put(const std::string& name, std::span<const T> values);

  /// The array `name` as T. Throws DataError if it is absent or of another
  /// type.
  template <class T>
  [[nodiscard]] std::vector<T> get(const std::string& name) const;

  /// Whether there is an array `name`.
  [[nodiscard]] bool has(const std::string& name) const {
    return arrays.contains(name);
  }
};

}  // namespace semilin
