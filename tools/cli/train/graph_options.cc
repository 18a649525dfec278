#include "cli/train/graph_options.h"

#include "cli/command/number_options.h"

namespace semilin::cli {

void add_graph_options(CLI::App& command, GraphMaking& options) {
  add_described_options(command, options.neighbors, kGraphGroup);
  add_described_options(command, options.edges, kGraphGroup);
}

}  // namespace semilin::cli
