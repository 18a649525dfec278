// The pages that commands write with --report: report_page.html, which draws a
// JSON object that is put into it.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace CLI {
class App;
}

namespace semilin::cli {

/// With more classes a report has no table of confusions.
inline constexpr std::size_t kConfusionsDrawn = 200;

/// A page that needs no other file. `content` has what the command gives with
/// --json as "summary", whether rows are "documents", and for train and
/// evaluate what is known of "confidence" and "curves" (data/confidence.h),
/// "rows" (data/look_at_rows.h), "heaviest" (data/descriptions.h), "agreement"
/// (data/agreement.h) and "keywords", {"class": ["word", ...], ...}.
[[nodiscard]] std::string report_page(const CLI::App& command,
                                      const std::string& data,
                                      nlohmann::ordered_json content);

/// The page with `data` in the place of {{DATA}}, inside a script.
[[nodiscard]] std::string with_data(std::string page,
                                    const nlohmann::ordered_json& data);

}  // namespace semilin::cli
