// The cost of a partition of the points: its cut, and its disagreement with
// labels.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernel/graph_problem.h"

namespace semilin {

/// The class of each point, or kUnlabeled for points that count for nothing:
/// those of components without a label.
using Partition = std::vector<std::int32_t>;

struct ClassCuts {
  std::vector<double> between;  ///< K x K: weights between two classes
  std::vector<double> cut;      ///< weights between a class and the others
  std::vector<double> points;   ///< points of each class
};

[[nodiscard]] ClassCuts class_cuts(const Graph& graph, std::size_t classes,
                                   std::span<const std::int32_t> partition);

/// sum_k cut_k N size_k / (2 n_k), n_k the points of class k and N of all: the
/// weight of the cut where the sizes are right, more where classes are too
/// small. Infinite where a class is empty.
[[nodiscard]] double balanced_cut(const Graph& graph,
                                  std::span<const double> sizes,
                                  std::span<const std::int32_t> partition);

class CutCost {
 public:
  /// Keeps the problem; solves one linear system for the walks.
  explicit CutCost(const GraphProblem& problem);

  /// log balanced cut - (labeled points per class, at most 100) log agreement.
  ///
  /// A random walk that ends with probability 0.01 at each step is a witness:
  /// agreement is the share of the walks from labeled points that end in their
  /// label's class, mean over classes. Minus infinity where nothing is cut.
  [[nodiscard]] double operator()(
      std::span<const std::int32_t> partition) const;

  /// A matrix, row-major: at k, j the share of walks from class k that end in
  /// class j of the partition.
  [[nodiscard]] std::vector<double> walk_ends(
      std::span<const std::int32_t> partition) const;

 private:
  const GraphProblem& problem_;
  int classes_;
  std::vector<double> walks_;  // N x classes: where those of a class end
};

}  // namespace semilin
