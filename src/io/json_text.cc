#include "io/json_text.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/plain_text.h"

namespace semilin::io {

using AnyJson = nlohmann::json;

JsonFault fault_of(std::string_view text, std::size_t at,
                   const std::exception& error) {
  if (dynamic_cast<const AnyJson::parse_error*>(&error) == nullptr)
    return {1, "a number beyond those of double precision"};
  const auto place =
      std::clamp<std::size_t>(at, 1, std::max<std::size_t>(text.size(), 1));
  const bool surrogate =
      std::string_view(error.what()).find("surrogate") != std::string::npos;
  return {static_cast<Index>(place),
          surrogate ? "half a character: one of two surrogates (\\ud800 to "
                      "\\udfff) without the other"
          : at > text.size() ? "the end of the text"
                             : quote(text.substr(place - 1))};
}

std::optional<JsonFault> json_fault(std::string_view text) {
  if (json_nesting(text) > kMostNested) return JsonFault{1, "deeper nesting"};
  try {
    const AnyJson parsed = AnyJson::parse(text);
  } catch (const AnyJson::parse_error& error) {
    return fault_of(text, error.byte, error);
  } catch (const AnyJson::exception& error) {
    return fault_of(text, 1, error);
  }
  return std::nullopt;
}

int json_nesting(std::string_view json) {
  int depth = 0;
  int deepest = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') in_string = !in_string;
    if (in_string) {
      i += c == '\\' ? 1 : 0;
    } else if (c == '[' || c == '{') {
      deepest = std::max(deepest, ++depth);
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return deepest;
}

}  // namespace semilin::io
