// The options that say how a graph is made from rows; the same words in every
// subcommand.
#ifndef SEMILIN_TOOLS_CLI_GRAPH_OPTIONS_H_
#define SEMILIN_TOOLS_CLI_GRAPH_OPTIONS_H_

#include <algorithm>
#include <string>

#include <nlohmann/json.hpp>

#include "semilin/learn/train.h"

namespace CLI {
class App;
}  // namespace CLI

namespace semilin::cli {

/// Adds the fields that NeighborOptions and NeighborGraphOptions describe.
void add_graph_options(CLI::App& command, GraphMaking& options);

/// The options under their names in the library, without the threads.
[[nodiscard]] nlohmann::ordered_json to_json(const GraphMaking& options);

/// The fields that describe() names, those without a value as null.
template <class Options>
void put_described(const Options& options, nlohmann::ordered_json& json) {
  describe(options, [&json](std::string name, const auto& field, const auto&,
                            const auto&) {
    std::replace(name.begin(), name.end(), '-', '_');
    json[name] = printable(field);
  });
}

/// The header of the group that these options get in --help.
inline constexpr const char* kGraphGroup = "Making the graph";

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_GRAPH_OPTIONS_H_
