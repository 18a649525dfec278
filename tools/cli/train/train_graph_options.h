// The options of semilin train that only the graph methods have.
#ifndef SEMILIN_TOOLS_CLI_TRAIN_TRAIN_GRAPH_OPTIONS_H_
#define SEMILIN_TOOLS_CLI_TRAIN_TRAIN_GRAPH_OPTIONS_H_

#include <string>

#include "semilin/learn/train.h"

namespace CLI {
class App;
}  // namespace CLI

namespace semilin::cli {

/// Adds --graph and how to make one, --kernel and what belongs to it, and the
/// fields that GraphOptions describes.
/// `file`: of the graph; empty: it is made from the rows.
void add_graph_training_options(CLI::App& command, GraphTraining& training,
                                std::string& file);

/// The headers of groups in --help.
inline constexpr const char* kLinearGroup =
    "Linear methods (rls, svm, tsvm, da, nb-em)";
inline constexpr const char* kGraphMethodGroup =
    "Graph methods (lap, tv, cheeger)";

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_TRAIN_TRAIN_GRAPH_OPTIONS_H_
