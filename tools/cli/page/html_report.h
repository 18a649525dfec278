// The pages of HTML that commands write with --report (cli/html_page.h).
#ifndef SEMILIN_TOOLS_CLI_PAGE_HTML_REPORT_H_
#define SEMILIN_TOOLS_CLI_PAGE_HTML_REPORT_H_

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "semilin/base/progress.h"

namespace semilin::cli {

/// The content of the page of train.
struct TrainPage {
  nlohmann::ordered_json summary;      ///< to_json(TrainReport)
  std::vector<ProgressRecord> course;  ///< records of the run
  nlohmann::ordered_json heaviest;     ///< heaviest_features; empty: none
  nlohmann::ordered_json rows;         ///< rows_to_look_at; empty: none
  std::string figures;                 ///< cli/html_figures.h
};

/// First the facts to decide by: the advice, the accuracy that is expected or
/// measured beside the supervised SVM's, the class sizes; then confusion and
/// classes of a test, figures, rows, the heaviest features of each class, the
/// run's course (objective and entropy over the retrainings), and the whole
/// summary.
[[nodiscard]] std::string train_report_body(const TrainPage& page);

/// `evaluation`: to_json(Evaluation).
[[nodiscard]] std::string evaluate_report_body(
    const nlohmann::ordered_json& evaluation, const std::string& figures,
    const nlohmann::ordered_json& rows);

/// `tuned`: what tune prints as JSON.
[[nodiscard]] std::string tune_report_body(const nlohmann::ordered_json& tuned);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_PAGE_HTML_REPORT_H_
