// JSON texts of the C interface.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/json.h"

namespace semilin::c {

using Json = nlohmann::ordered_json;
using semilin::text_of;

/// The JSON in a caller's text; `name` is the name of the argument. Throws
/// std::invalid_argument for a text that is no JSON.
[[nodiscard]] Json json_from(const char* text, const char* name);

/// The same for an object; NULL is an empty one.
[[nodiscard]] Json object_from(const char* text, const char* name);

/// A list of texts; `name` is that of the argument. Throws likewise.
[[nodiscard]] std::vector<std::string> list_from(const Json& list,
                                                 const char* name);

/// Gives the caller of C a JSON text.
void give_json(char** to, const Json& json);

/// The names of options and classes, one after the other.
[[nodiscard]] std::string names_of(const Json& object);

}  // namespace semilin::c
