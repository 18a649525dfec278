// Small graphs for the tests, and kernels as matrices.
#pragma once

#include "semilin/advanced/kernel/kernel.h"
#include "semilin/graph/graph.h"

#include "support/problems.h"

namespace semilin::test {

struct Edge {
  Index i = 0, j = 0;
  double weight = 1;
};

/// The graph of these edges, each given once.
[[nodiscard]] Graph graph_of(Index nodes, const std::vector<Edge>& edges);

/// Each pair is joined with probability `density`, with a weight in (0.1, 1.1).
[[nodiscard]] Graph random_graph(Index nodes, double density,
                                 std::uint64_t seed);

/// Joins only rows of different classes, each to two others.
[[nodiscard]] Graph misleading_graph(const Labels& truth);

/// W as a dense matrix.
[[nodiscard]] MatrixXd dense(const Graph& graph);

/// D - W.
[[nodiscard]] MatrixXd dense_laplacian(const Graph& graph);

/// K, which is symmetric, from products with unit vectors.
[[nodiscard]] MatrixXd dense(const Kernel& kernel);

/// The numbers of a matrix as the library takes them.
template <class Matrix>
std::span<const double> numbers(const Matrix& matrix) {
  return {matrix.data(), static_cast<std::size_t>(matrix.size())};
}
template <class Matrix>
std::span<double> numbers(Matrix& matrix) {
  return {matrix.data(), static_cast<std::size_t>(matrix.size())};
}

}  // namespace semilin::test
