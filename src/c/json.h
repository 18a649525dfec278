// JSON texts of the C interface, and the options in them, by the library's own
// tables.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "semilin/run.h"
#include "semilin/text/vocabulary.h"

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

/// Sets the settings that an object names. Throws std::invalid_argument for
/// another name or a wrong value.
void take_settings(const std::vector<Setting>& settings, const Json& given);

/// Takes "progress_seconds" out of an object. Throws likewise.
[[nodiscard]] double take_pause(Json& given);

/// The options that semilin_train documents; `beside` are settings that the
/// object may have, too. Throws likewise.
[[nodiscard]] RunOptions run_from(Json given,
                                  const std::vector<Setting>& beside = {});

/// The result of semilin_describe, but for "methods".
[[nodiscard]] Json described_options(const std::string& method);

}  // namespace semilin::c
