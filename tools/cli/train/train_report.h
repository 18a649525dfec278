// What a training run did, with its test: as JSON and as lines for people.
#ifndef SEMILIN_TOOLS_CLI_TRAIN_TRAIN_REPORT_H_
#define SEMILIN_TOOLS_CLI_TRAIN_TRAIN_REPORT_H_

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "semilin/learn/report.h"

#include "cli/data/evaluation.h"

namespace semilin::cli {

/// --test: the model's predictions and those of the supervised SVM.
struct TestReport {
  std::string file;
  Evaluation model, supervised;
};

/// The object that --summary writes.
[[nodiscard]] nlohmann::ordered_json to_json(
    const TrainReport& report, const std::optional<TestReport>& test = {});

/// A few lines.
[[nodiscard]] std::string to_text(const TrainReport& report,
                                  const std::optional<TestReport>& test);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_TRAIN_TRAIN_REPORT_H_
