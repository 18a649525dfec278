// The page of semilin label, whose source is label_page.html.
#ifndef SEMILIN_TOOLS_CLI_LABEL_LABEL_PAGE_H_
#define SEMILIN_TOOLS_CLI_LABEL_LABEL_PAGE_H_

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace semilin::cli {

/// The page for documents of the file `data`. A row has id, guess (or none),
/// chosen, probability, reason, text. `state`, of a page that is served: what
/// the server answers to "GET state" (label_session.h).
[[nodiscard]] std::string label_page(const std::string& data,
                                     const std::vector<std::string>& classes,
                                     const nlohmann::ordered_json& rows,
                                     const nlohmann::ordered_json& state = {});

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_LABEL_LABEL_PAGE_H_
