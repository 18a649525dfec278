// The page of semilin label, whose source is label_page.html.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace semilin::cli {

/// The page for documents of the file `data`. `content` has "classes", "rows"
/// with id, guess (or none), sure (its probability, if known), chosen,
/// probability, reason, text; "words", as_chips of cli/train/suggest_words.h;
/// "separator", empty unless a label is a set; and "state", the server's answer
/// to "GET state", if the page is served (label_session.h).
[[nodiscard]] std::string label_page(const std::string& data,
                                     nlohmann::ordered_json content);

}  // namespace semilin::cli
