// JSON that comes from outside.
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <string_view>

#include "semilin/base/index.h"

namespace semilin::io {

/// The levels that such JSON may have: what is made of it takes stack for each.
inline constexpr int kMostNested = 64;

/// Why a text is no JSON.
struct JsonFault {
  Index at = 0;  ///< byte of the text, from 1
  std::string found;
};

/// The fault of a text that json_fault refuses at this byte.
[[nodiscard]] JsonFault fault_of(std::string_view text, std::size_t at,
                                 const std::exception& error);

/// Nothing: Json::parse reads it, and it has at most kMostNested levels.
[[nodiscard]] std::optional<JsonFault> json_fault(std::string_view text);

/// How deep the brackets outside of strings are nested.
[[nodiscard]] int json_nesting(std::string_view json);

}  // namespace semilin::io
