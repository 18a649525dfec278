#include "semilin/base/archive.h"

#include <cstring>

#include "semilin/base/error.h"

namespace semilin {
namespace {

template <class T>
constexpr ArrayType kTypeOf = ArrayType::UInt8;
template <>
constexpr ArrayType kTypeOf<float> = ArrayType::Float32;
template <>
constexpr ArrayType kTypeOf<double> = ArrayType::Float64;
template <>
constexpr ArrayType kTypeOf<std::int32_t> = ArrayType::Int32;
template <>
constexpr ArrayType kTypeOf<std::int64_t> = ArrayType::Int64;

}  // namespace

template <class T>
void Archive::put(const std::string& name, std::span<const T> values) {
  ArchiveArray array{kTypeOf<T>, std::vector<std::byte>(values.size_bytes())};
  if (!values.empty()) {
    std::memcpy(array.bytes.data(), values.data(), values.size_bytes());
  }
  arrays[name] = std::move(array);
}

template <class T>
std::vector<T> Archive::get(const std::string& name) const {
  const auto found = arrays.find(name);
  if (found == arrays.end()) {
    throw DataError("expected an array '" + name + "', found none");
  }
  const ArchiveArray& array = found->second;
  if (array.type != kTypeOf<T> || array.bytes.size() % sizeof(T) != 0) {
    throw DataError("array '" + name + "' has another type than expected");
  }
  std::vector<T> values(array.bytes.size() / sizeof(T));
  if (!values.empty()) {
    std::memcpy(values.data(), array.bytes.data(), array.bytes.size());
  }
  return values;
}

template void Archive::put(const std::string&, std::span<const float>);
template void Archive::put(const std::string&, std::span<const double>);
template void Archive::put(const std::string&, std::span<const std::int32_t>);
template void Archive::put(const std::string&, std::span<const std::int64_t>);
template void Archive::put(const std::string&, std::span<const char>);
template std::vector<float> Archive::get(const std::string&) const;
template std::vector<double> Archive::get(const std::string&) const;
template std::vector<std::int32_t> Archive::get(const std::string&) const;
template std::vector<std::int64_t> Archive::get(const std::string&) const;
template std::vector<char> Archive::get(const std::string&) const;

}  // namespace semilin
