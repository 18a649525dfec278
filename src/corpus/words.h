// Words that tell classes, as a source names them.
#pragma once

#include <string>
#include <vector>

#include "semilin/corpus.h"
#include "semilin/text/seed_words.h"

namespace semilin {

/// take_words for those of the source, or if it names none for those `kept`
/// with its data. With `named`, its vocabulary is a text of the features'
/// names. Throws std::invalid_argument, DataError.
[[nodiscard]] std::vector<std::string> take_words_of(
    const Source& source, bool named, std::vector<ClassWords> kept,
    Corpus& corpus);

}  // namespace semilin
