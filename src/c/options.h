// Options of the C interface from JSON, by the library's own tables.
#pragma once

#include <string>

#include "semilin/learn/suggest.h"
#include "semilin/run.h"
#include "semilin/text/vocabulary.h"

#include "c/json.h"

namespace semilin::c {

/// The options of a training in C.
struct Wanted {
  RunOptions run;
  double progress_seconds = 0;
};

/// The options that semilin_train documents. Throws std::invalid_argument for
/// an unknown name or value.
[[nodiscard]] Wanted wanted_from(const Json& given);

/// The options of semilin_suggest.
struct WantedRows {
  SuggestOptions suggest;  // without seeds
  double progress_seconds = 0;
};

/// The options that semilin_suggest documents; throws likewise.
[[nodiscard]] WantedRows wanted_rows_from(const Json& given);

/// The options of a vocabulary; throws likewise.
[[nodiscard]] VocabularyOptions vocabulary_options(const Json& given);

/// The result of semilin_describe for a method or "text".
[[nodiscard]] Json described_options(const std::string& method);

}  // namespace semilin::c
