// What a training run did, as one page of HTML.
#ifndef SEMILIN_TOOLS_CLI_HTML_REPORT_H_
#define SEMILIN_TOOLS_CLI_HTML_REPORT_H_

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "semilin/base/progress.h"

namespace semilin::cli {

/// A page that needs no other file and no script: charts of the run's course
/// (objective and entropy over the retrainings), tables of `summary`
/// (to_json(TrainReport)), and the heaviest features of each class.
[[nodiscard]] std::string html_report(const std::string& title,
                                      const std::vector<ProgressRecord>& course,
                                      const nlohmann::ordered_json& summary,
                                      const nlohmann::ordered_json& heaviest);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_HTML_REPORT_H_
