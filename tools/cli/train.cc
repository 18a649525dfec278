// semilin train
#include "cli/command.h"

namespace semilin::cli {

Command add_train(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "train", "learn from labelled and unlabelled documents");
  return {command, []() -> int { throw UsageError("train: not yet"); }};
}

}  // namespace semilin::cli
