// Graphs in files, as archives and as lines of edges; and the figures of a
// graph.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "semilin/graph/graph.h"

namespace semilin::cli {

/// The graph in `path`: an archive, or else edges as text ("-": standard
/// input). Throws DataError.
[[nodiscard]] Graph read_graph(const std::string& path);

/// Whether the name of a file is that of edges as text: .edges, .txt or .tsv,
/// with .gz or without.
[[nodiscard]] bool names_edges(const std::string& path);

/// Writes edges as text, or an archive with `info` about how the graph was
/// made.
void write_graph(const Graph& graph, const std::string& path, bool as_edges,
                 const std::string& info = "{}");

/// Sizes, degrees and components.
[[nodiscard]] nlohmann::ordered_json describe_graph(const Graph& graph);

}  // namespace semilin::cli
