// JSON as text, whole numbers in it, and settings, as the info of a model and
// the C interface have them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "semilin/base/option.h"

namespace semilin {

/// In one line; bytes that are not UTF-8 are replaced.
[[nodiscard]] inline std::string text_of(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false,
                   nlohmann::ordered_json::error_handler_t::replace);
}

/// The name of a setting in JSON: "lambda-u" is "lambda_u" there.
[[nodiscard]] inline std::string json_name(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

/// The value: a number (null: none), a truth value or a text, or a list.
[[nodiscard]] nlohmann::ordered_json json_of(const Setting& setting);

/// Sets the option to a JSON value; null changes nothing. A value may stand for
/// a list of one, and a list for a text with commas. Throws
/// std::invalid_argument, "lambda must be > 0, got -1".
void set_from(const Setting& setting, const nlohmann::ordered_json& given);

/// {"class": ["word", ...], ...} of any structures with `name` and `words`.
template <class ClassWords>
[[nodiscard]] nlohmann::ordered_json json_of(
    const std::vector<ClassWords>& words) {
  auto all = nlohmann::ordered_json::object();
  for (const ClassWords& one : words)  // [] would search all of them
    all.template get_ref<nlohmann::ordered_json::object_t&>().emplace_back(
        one.name, one.words);
  return all;
}

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
