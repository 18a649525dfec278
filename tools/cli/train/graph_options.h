// The options that say how a graph is made from rows; the same words in every
// subcommand.
#ifndef SEMILIN_TOOLS_CLI_TRAIN_GRAPH_OPTIONS_H_
#define SEMILIN_TOOLS_CLI_TRAIN_GRAPH_OPTIONS_H_

#include "semilin/learn/train.h"

namespace CLI {
class App;
}  // namespace CLI

namespace semilin::cli {

/// Adds the fields that NeighborOptions and NeighborGraphOptions describe.
void add_graph_options(CLI::App& command, GraphMaking& options);

/// The header of the group that these options get in --help.
inline constexpr const char* kGraphGroup = "Making the graph";

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_TRAIN_GRAPH_OPTIONS_H_
