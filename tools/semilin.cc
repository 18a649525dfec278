// The command `semilin`; its subcommands are in tools/cli.
#include "cli/command.h"

int main(int argc, char** argv) {
  return semilin::cli::run(argc, argv);
}
