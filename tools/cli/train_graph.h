// semilin train with a graph method.
#ifndef SEMILIN_TOOLS_CLI_TRAIN_GRAPH_H_
#define SEMILIN_TOOLS_CLI_TRAIN_GRAPH_H_

#include "cli/train_options.h"

namespace semilin::cli {

/// Reads or makes the graph, trains, writes what the options name, evaluates on
/// --test. Returns the exit status. Throws DataError, UsageError.
[[nodiscard]] int train_on_graph(const TrainOptions& options);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_TRAIN_GRAPH_H_
