// JSON texts of the C interface, and the options in them, by the library's own
// tables.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "semilin/learn/suggest.h"
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

/// Options, and how often their progress is told.
template <class Options>
struct Wanted {
  Options options;
  double progress_seconds = 0;
};

/// The options that semilin_train documents. Throws std::invalid_argument for
/// an unknown name or value.
[[nodiscard]] Wanted<RunOptions> wanted_from(const Json& given);

/// The options that semilin_suggest documents, without seeds; throws likewise.
[[nodiscard]] Wanted<SuggestOptions> wanted_rows_from(const Json& given);

/// The options of a vocabulary; throws likewise.
[[nodiscard]] VocabularyOptions vocabulary_options(const Json& given);

/// The result of semilin_describe for a method or "text".
[[nodiscard]] Json described_options(const std::string& method);

}  // namespace semilin::c
