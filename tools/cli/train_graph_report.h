// What a training run of a graph method says of itself.
#ifndef SEMILIN_TOOLS_CLI_TRAIN_GRAPH_REPORT_H_
#define SEMILIN_TOOLS_CLI_TRAIN_GRAPH_REPORT_H_

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "semilin/kernel/train.h"

#include "cli/evaluation.h"
#include "cli/train_graph_options.h"

namespace semilin::cli {

struct GraphTrainReport {
  GraphTraining training;
  GraphTrainOptions options;  ///< in force
  KernelSpec kernel;          ///< in force
  GraphSummary summary;
  std::vector<std::string> classes;
  double read = 0, setup = 0, solve = 0, write = 0;  ///< wall-clock seconds
  std::string test_file;
  std::optional<Evaluation> test;
};

/// The object that --summary writes.
[[nodiscard]] nlohmann::ordered_json to_json(const GraphTrainReport& report);

/// What a model file says of its making: no times, equal runs give equal files.
[[nodiscard]] nlohmann::ordered_json model_info(const GraphTrainReport& report);

/// A few lines.
[[nodiscard]] std::string to_text(const GraphTrainReport& report);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_TRAIN_GRAPH_REPORT_H_
