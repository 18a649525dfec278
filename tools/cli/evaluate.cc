// semilin evaluate
#include "cli/command.h"

namespace semilin::cli {

Command add_evaluate(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "evaluate", "compare a model's labels with the true ones");
  return {command, []() -> int { throw UsageError("evaluate: not yet"); }};
}

}  // namespace semilin::cli
