// Whole numbers of JSON from any source.
#pragma once

#include <cstdint>
#include <utility>

#include <nlohmann/json.hpp>

namespace semilin {

/// Whether the value is a whole number within those of T.
template <class T, class Json>
[[nodiscard]] bool is_whole_number(const Json& value) {
  return value.is_number_unsigned()
             ? std::in_range<T>(value.template get<std::uint64_t>())
             : value.is_number_integer() &&
                   std::in_range<T>(value.template get<std::int64_t>());
}

/// The value as a T. (The library's own get() turns 1e30 and the like into
/// anything.) Throws nlohmann::json::exception if is_whole_number says no.
template <class T, class Json>
[[nodiscard]] T whole_number(const Json& value) {
  if (!is_whole_number<T>(value)) {
    throw nlohmann::json::other_error::create(
        501, "expected a whole number in range", nullptr);
  }
  return value.template get<T>();
}

}  // namespace semilin
