// semilin inspect
#include "cli/command.h"

namespace semilin::cli {

Command add_inspect(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("inspect", "tell what a model, store or corpus holds");
  return {command, []() -> int { throw UsageError("inspect: not yet"); }};
}

}  // namespace semilin::cli
