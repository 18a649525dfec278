#include "graph/laplacian.h"

#include "semilin/base/error.h"

#include "base/parallel.h"

namespace semilin {
namespace {

constexpr Index kTasks = 64;

// out = D in - out, where out holds W in.
template <class T>
void subtract_from_degrees(const std::vector<double>& degrees, int threads,
                           int k, std::span<const T> in, std::span<T> out) {
  const auto nodes = static_cast<Index>(degrees.size());
  parallel_for(kTasks, threads, [&](Index task) {
    for (Index i = nodes * task / kTasks; i < nodes * (task + 1) / kTasks;
         ++i) {
      const T degree = static_cast<T>(degrees[i]);
      for (Index e = i * k; e < (i + 1) * k; ++e)
        out[e] = degree * in[e] - out[e];
    }
  });
}

}  // namespace

Laplacian::Laplacian(const Graph& graph, int threads)
    : adjacency_(graph.store(), 0, threads),
      degrees_(semilin::degrees(graph)) {}

void Laplacian::apply(int k, std::span<const double> in,
                      std::span<double> out) const {
  adjacency_.apply(k, in, {}, out);
  subtract_from_degrees(degrees_, threads(), k, in, out);
}

void Laplacian::apply(int k, std::span<const float> in,
                      std::span<float> out) const {
  adjacency_.apply(k, in, {}, out);
  subtract_from_degrees(degrees_, threads(), k, in, out);
}

std::vector<double> dirichlet_energy(const Graph& graph, int k,
                                     std::span<const double> f) {
  require(k > 0 && static_cast<Index>(f.size()) == graph.nodes() * k,
          "dirichlet_energy: f must have a row for every node");
  const CsrView<float>& weights = graph.weights();
  std::vector<double> energy(k, 0.0);
  for (Index i = 0; i < graph.nodes(); ++i) {
    for (Index z = weights.offsets[i]; z < weights.offsets[i + 1]; ++z) {
      const Index j = weights.columns[z];
      if (j > i) break;
      for (int c = 0; c < k; ++c) {
        const double difference = f[i * k + c] - f[j * k + c];
        energy[c] +=
            static_cast<double>(weights.values[z]) * difference * difference;
      }
    }
  }
  return energy;
}

}  // namespace semilin
