// The edges of a graph as text, one per line.
#pragma once

#include <string>

#include "semilin/matrix/csr.h"

namespace semilin {

/// The symmetric matrix of weights of the undirected edges
///
///     # a comment
///     1 2 0.5     nodes 1 and 2 are joined with weight 0.5
///     2 3         and 2 and 3 with weight 1
///     7           there is a node 7
///
/// Nodes count from 1; N is the largest named. The two directions of an edge
/// are one edge, which may be given once or more, with one weight. Plain, gzip
/// or "-" (standard input). Throws DataError (file:line:column) for a malformed
/// line, a weight that is not a finite number >= 0, a node joined to itself, an
/// edge with two weights, a file without nodes, and a file with more than
/// 100,000 nodes and 1000 nodes per line.
[[nodiscard]] CsrStore read_edges(const std::string& path);

/// Writes each edge i < j once, and the nodes without edges; gzip if the name
/// ends in ".gz". The numbers read back exactly. `weights` is symmetric.
void write_edges(const CsrStore& weights, const std::string& path);

}  // namespace semilin
