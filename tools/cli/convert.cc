// semilin convert
#include "cli/command.h"

namespace semilin::cli {

Command add_convert(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "convert", "turn data and models from one format into another");
  return {command, []() -> int { throw UsageError("convert: not yet"); }};
}

}  // namespace semilin::cli
