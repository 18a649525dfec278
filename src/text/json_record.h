// A JSON object as a record: its members, numbers as they are spelled.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/json_text.h"

namespace semilin {

/// A member's value. A scalar is its text, and null has none; for lists and
/// objects that are not of scalars, `fault` names what they are.
struct JsonValue {
  bool list = false;
  std::vector<std::string> texts;  ///< one text of a scalar, none of null
  const char* fault = nullptr;
};

struct JsonRecord {
  std::vector<std::pair<std::string, JsonValue>> members;

  /// The last member of that name; null: there is none.
  [[nodiscard]] const JsonValue* find(std::string_view name) const;
};

/// Reads an object.
[[nodiscard]] std::optional<io::JsonFault> read_json_record(
    std::string_view text, JsonRecord& record);

}  // namespace semilin
