// What a training run did, as one page of HTML.
#ifndef SEMILIN_TOOLS_CLI_HTML_REPORT_H_
#define SEMILIN_TOOLS_CLI_HTML_REPORT_H_

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "semilin/base/progress.h"

namespace semilin::cli {

/// A page that needs no other file and no script. First what there is to decide
/// by: the advice, the accuracy beside the supervised SVM's, the class sizes;
/// then the confusion and the classes of a test, the heaviest features of each
/// class, the run's course (objective and entropy over the retrainings), and
/// all of `summary` (to_json(TrainReport)). `made`: by what and when.
[[nodiscard]] std::string html_report(const std::string& title,
                                      const std::string& made,
                                      const std::vector<ProgressRecord>& course,
                                      const nlohmann::ordered_json& summary,
                                      const nlohmann::ordered_json& heaviest);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_HTML_REPORT_H_
