// semilin predict
#include "cli/command.h"

namespace semilin::cli {

Command add_predict(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("predict", "label documents with a model");
  return {command, []() -> int { throw UsageError("predict: not yet"); }};
}

}  // namespace semilin::cli
