#include "graph/laplacian.h"

#include "solvers/blocks.h"

namespace semilin {

Laplacian::Laplacian(const Graph& graph, int threads)
    : adjacency_(graph.store(), 0, threads),
      degrees_(semilin::degrees(graph)) {}

void Laplacian::apply(int k, std::span<const double> in,
                      std::span<double> out) const {
  adjacency_.apply(k, in, {}, out);
  for_rows(nodes(), k, threads(), [&](Index i) {
    for (Index e = i * k; e < (i + 1) * k; ++e)
      out[e] = degrees_[i] * in[e] - out[e];
  });
}

}  // namespace semilin
