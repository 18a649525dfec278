// What a training run did: as JSON and as lines for people.
#ifndef SEMILIN_TOOLS_CLI_TRAIN_REPORT_H_
#define SEMILIN_TOOLS_CLI_TRAIN_REPORT_H_

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "semilin/learn/expected_accuracy.h"
#include "semilin/learn/train.h"

#include "cli/evaluation.h"

namespace semilin::cli {

/// Wall-clock seconds of the parts of a run.
struct Phases {
  double read = 0, setup = 0, solve = 0, write = 0;
};

/// --test: the model's predictions and those of the supervised SVM.
struct TestReport {
  std::string file;
  Evaluation model, supervised;
};

struct TrainReport {
  TrainOptions options;    ///< in force
  std::string graph_file;  ///< empty: the graph was made from the rows
  decltype(TrainResult::figures) figures;
  std::vector<std::string> classes;
  Phases seconds;
  std::optional<ExpectedAccuracy> expected;
  std::optional<TestReport> test;

  [[nodiscard]] const RunSummary& summary() const {
    return std::visit([](const auto& f) -> const RunSummary& { return f; },
                      figures);
  }
};

/// "90.0 % (95 %: 80.9 to 95.1)"
[[nodiscard]] std::string interval_text(const Share& share);

/// The object that --summary writes.
[[nodiscard]] nlohmann::ordered_json to_json(const TrainReport& report);

/// What a model file says of its making. Holds no times and no thread counts:
/// equal runs give equal files.
[[nodiscard]] nlohmann::ordered_json model_info(const TrainReport& report);

/// A few lines.
[[nodiscard]] std::string to_text(const TrainReport& report);

/// Warnings that the figures give cause for, one sentence each.
[[nodiscard]] std::vector<std::string> warnings(const TrainReport& report);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_TRAIN_REPORT_H_
