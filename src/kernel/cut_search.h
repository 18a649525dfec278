// Partitions that a method may start from again.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "kernel/cut_cost.h"
#include "kernel/graph_problem.h"

namespace semilin {

/// Finds partitions that a local method does not reach from a bad start, where
/// it takes two classes for one and makes another of pieces of its neighbors,
/// or cuts the whole of two the wrong way.
class CutSearch {
 public:
  /// Keeps the problem. `go_on` is asked every now and then.
  CutSearch(const GraphProblem& problem, std::function<bool()> go_on);

  /// The classes by f, with labeled points in their own.
  [[nodiscard]] Partition partition_of(std::span<const double> f) const;

  /// The partition as a start, N x columns, in C; points without a class have
  /// the mean.
  [[nodiscard]] std::vector<double> start_from(
      std::span<const std::int32_t> partition) const;

  [[nodiscard]] const CutCost& cost() const { return cost_; }

  /// How many moves are worth a try.
  [[nodiscard]] int moves() const;

  /// The partition after move 0, 1, ...: in turn
  ///
  /// - the class with the largest (then the next largest ...) cut a point is
  ///   dissolved among the classes around it, and the class that is then
  ///   largest for its size is split;
  /// - the two classes with the costliest cut between them are joined and
  ///   split,
  ///
  /// by the least balanced cut that the two-class method without labels finds
  /// from several random smooth starts. Classes are named anew so that walks
  /// agree. Each attempt tries other starts. Empty if go_on() returned false.
  [[nodiscard]] Partition resplit(Partition partition, int move,
                                  std::uint64_t attempt = 0) const;

 private:
  /// A class that is to be split, and the name of the new one.
  struct Pair {
    std::int32_t whole, part;
  };
  [[nodiscard]] Pair dissolve_worst(const ClassCuts& cuts, int rank,
                                    Partition& partition) const;
  [[nodiscard]] Pair join_worst(const ClassCuts& cuts, int rank,
                                Partition& partition) const;
  void dissolve(Partition& partition, std::int32_t which) const;
  [[nodiscard]] Partition named(Partition partition) const;
  [[nodiscard]] bool split(Partition& partition, std::int32_t whole,
                           std::int32_t part, std::uint64_t attempt) const;
  [[nodiscard]] std::int32_t classes() const { return problem_.classes(); }

  const GraphProblem& problem_;
  std::function<bool()> go_on_;
  CutCost cost_;
  std::vector<char> reached_;  // N: a label is in the component
};

/// The permutation `name` with the largest sum_j agreement(name_j, j), name_j
/// the new name of class j; `agreement` is K x K, row-major, finite. By
/// shortest augmenting paths (Kuhn 1955, Munkres 1957), O(K^3).
[[nodiscard]] std::vector<std::int32_t> optimal_assignment(
    int classes, std::span<const double> agreement);

}  // namespace semilin
