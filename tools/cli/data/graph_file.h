// Graphs in files: our archives and lines of edges; and what a graph holds.
#ifndef SEMILIN_TOOLS_CLI_DATA_GRAPH_FILE_H_
#define SEMILIN_TOOLS_CLI_DATA_GRAPH_FILE_H_

#include <string>

#include <nlohmann/json.hpp>

#include "semilin/graph/graph.h"

namespace semilin::cli {

/// The graph in `path`: an archive, or else edges as text ("-": standard
/// input). Throws DataError.
[[nodiscard]] Graph read_graph(const std::string& path);

/// Whether the name of a file says that it holds edges as text: .edges, .txt
/// or .tsv, with .gz or without.
[[nodiscard]] bool names_edges(const std::string& path);

/// Writes edges as text, or an archive that says `info` of the graph's making.
void write_graph(const Graph& graph, const std::string& path, bool as_edges,
                 const std::string& info = "{}");

/// Sizes, degrees and components.
[[nodiscard]] nlohmann::ordered_json describe_graph(const Graph& graph);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_DATA_GRAPH_FILE_H_
