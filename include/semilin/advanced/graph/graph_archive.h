// Graphs as archives, for files.
#pragma once

#include <string>

#include "semilin/base/archive.h"
#include "semilin/graph/graph.h"

namespace semilin {

/// Kind "graph", version 1: header {"version", "nodes", "edges", "info"} and
/// the arrays offsets (int64), columns (int32) and weights (float32) of W.
/// `info` describes how the graph was made as a JSON object (otherwise
/// std::invalid_argument).
[[nodiscard]] Archive to_archive(const Graph& graph,
                                 const std::string& info = "{}");

/// The graph in an archive. Throws DataError if the archive is of another kind
/// or version, is damaged, or holds a matrix that is not a graph.
[[nodiscard]] Graph graph_from_archive(const Archive& archive);

}  // namespace semilin
