// The page of semilin label, whose source is label_page.html.
#ifndef SEMILIN_TOOLS_CLI_LABEL_PAGE_H_
#define SEMILIN_TOOLS_CLI_LABEL_PAGE_H_

#include <string>

#include <nlohmann/json.hpp>

namespace semilin::cli {

/// HTML with the data: name, classes, rows (id, guess or none, chosen,
/// probability, reason, text). Of a page that is served also `state`, what the
/// server answers to "GET state" (label_session.cc).
[[nodiscard]] std::string label_page(const nlohmann::ordered_json& data);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_LABEL_PAGE_H_
