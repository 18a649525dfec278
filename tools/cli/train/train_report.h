// The report of a training run with its test, as JSON and as lines for people.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "semilin/learn/report.h"

#include "cli/data/evaluation.h"

namespace semilin::cli {

/// The file of --test, with the predictions of the model and the supervised
/// SVM.
struct TestReport {
  std::string file;
  Evaluation model, supervised;
};

/// The object that --summary writes.
[[nodiscard]] nlohmann::ordered_json to_json(
    const TrainReport& report, const std::optional<TestReport>& test = {});

/// A report of at most eight lines: the rows, who decided, the class sizes, the
/// estimated accuracy, the advice and the test.
[[nodiscard]] std::string to_text(const TrainReport& report,
                                  const std::optional<TestReport>& test);

/// All figures: the graph, each member of a committee, the sizes of both
/// models, the optimum and the seconds.
[[nodiscard]] std::string details(const TrainReport& report);

}  // namespace semilin::cli
