// The page of semilin label, whose source is label_page.html.
#ifndef SEMILIN_TOOLS_CLI_LABEL_LABEL_PAGE_H_
#define SEMILIN_TOOLS_CLI_LABEL_LABEL_PAGE_H_

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace semilin::cli {

/// The page for documents of the file `data`. A row has id, guess (or none),
/// chosen, probability, reason, text; `words` are as_chips of
/// cli/train/suggest_words.h. `state` is the server's answer to "GET state" if
/// the page is served (label_session.h).
[[nodiscard]] std::string label_page(const std::string& data,
                                     const std::vector<std::string>& classes,
                                     const nlohmann::ordered_json& rows,
                                     const nlohmann::ordered_json& words,
                                     const nlohmann::ordered_json& state = {});

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_LABEL_LABEL_PAGE_H_
