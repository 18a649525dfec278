// What a training run did: as JSON and as lines for people.
#ifndef SEMILIN_TOOLS_CLI_TRAIN_REPORT_H_
#define SEMILIN_TOOLS_CLI_TRAIN_REPORT_H_

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "semilin/linear/train.h"

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
  LinearOptions options;
  LinearSummary summary;
  std::vector<std::string> classes;
  Phases seconds;
  std::optional<TestReport> test;
};

/// The object that --summary writes.
[[nodiscard]] nlohmann::ordered_json to_json(const TrainReport& report);

/// What a model file says of its making. Holds no times and no thread counts:
/// equal runs give equal files.
[[nodiscard]] nlohmann::ordered_json model_info(const LinearOptions& options,
                                                const LinearSummary& summary);

/// What this process has taken at most.
[[nodiscard]] Index peak_memory_bytes();

/// "a 0.3, b 0.7", or the range of many classes.
[[nodiscard]] std::string sizes_text(const std::vector<std::string>& classes,
                                     const std::vector<double>& ratio);

/// A few lines.
[[nodiscard]] std::string to_text(const TrainReport& report);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_TRAIN_REPORT_H_
