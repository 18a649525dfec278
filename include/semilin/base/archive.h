// The form in which a model or another result is saved: a JSON header and named
// arrays of numbers. semilin/io/archive_file.h reads and writes the files.
#pragma once

#include <cstddef>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "semilin/base/error.h"

namespace semilin {

/// The element types of an archive.
enum class ArrayType { Float32, Float64, Int32, Int64, UInt8 };

/// One named array: its type and its bytes in the machine's order (files are
/// little-endian).
struct ArchiveArray {
  ArrayType type = ArrayType::UInt8;  ///< type of the elements
  std::vector<std::byte> bytes;       ///< all elements, one after the other
};

/// The type of the elements T: float, double, int32_t, int64_t or char (bytes
/// of text).
template <class T>
[[nodiscard]] constexpr ArrayType array_type() {
  static_assert(std::is_same_v<T, char> || std::is_same_v<T, float> ||
                std::is_same_v<T, double> || std::is_same_v<T, std::int32_t> ||
                std::is_same_v<T, std::int64_t>);
  if constexpr (std::is_same_v<T, char>) return ArrayType::UInt8;
  if constexpr (std::is_floating_point_v<T>)
    return sizeof(T) == 4 ? ArrayType::Float32 : ArrayType::Float64;
  return sizeof(T) == 4 ? ArrayType::Int32 : ArrayType::Int64;
}

/// The form in which a model is stored: a JSON object and named arrays.
struct Archive {
  std::string kind;           ///< what the archive holds: "linear-model", ...
  std::string header = "{}";  ///< a JSON object as text
  std::map<std::string, ArchiveArray> arrays;  ///< arrays by name

  /// Stores a copy of `values` under `name`.
  template <class T>
  void put(const std::string& name, std::span<const T> values) {
    const auto bytes = std::as_bytes(values);
    arrays[name] = {array_type<T>(), {bytes.begin(), bytes.end()}};
  }

  /// The array `name` as T. Throws DataError if it is absent or of another
  /// type.
  template <class T>
  [[nodiscard]] std::vector<T> get(const std::string& name) const {
    const auto found = arrays.find(name);
    if (found == arrays.end())
      throw DataError("expected an array '" + name + "', found none");
    const auto& [type, bytes] = found->second;
    if (type != array_type<T>() || bytes.size() % sizeof(T) != 0)
      throw DataError("array '" + name + "' has another type than expected");
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

  /// Whether there is an array `name`.
  [[nodiscard]] bool has(const std::string& name) const {
    return arrays.contains(name);
  }
};

}  // namespace semilin
