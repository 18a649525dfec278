// The kind of a file, and graphs in files, as archives and as lines of edges.
#pragma once

#include <string>

#include "semilin/graph/graph.h"

namespace semilin::cli {

/// The kind of a file by its content; Data for "-", pipes and absent files.
enum class Content { Data, Store, Archive, LiblinearModel };
[[nodiscard]] Content content_of(const std::string& path);

/// What a row of the data is: "document" in a store that vectorize made,
/// otherwise "row".
[[nodiscard]] std::string noun_of(const std::string& path);

/// Refuses a table of documents where rows are needed. Throws DataError.
void require_rows(const std::string& path);

/// The graph in `path`: an archive, or else edges as text ("-": standard
/// input). Throws DataError.
[[nodiscard]] Graph read_graph(const std::string& path);

/// Writes edges as text, or an archive with `info` about how the graph was
/// made.
void write_graph(const Graph& graph, const std::string& path, bool as_edges,
                 const std::string& info);

}  // namespace semilin::cli
