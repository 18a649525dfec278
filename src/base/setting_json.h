// JSON as text, and settings in JSON, as the info of a model and the C
// interface have them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

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

/// A number (null: NaN), a truth value or a text.
[[nodiscard]] inline nlohmann::ordered_json json_of(const Setting& setting) {
  if (setting.is_truth()) return setting.text() == "yes";
  if (!setting.values.empty()) return setting.text();
  if (setting.text().empty()) return nullptr;
  if (setting.largest == 0) return setting.get();
  return static_cast<std::int64_t>(setting.get());
}

}  // namespace semilin
