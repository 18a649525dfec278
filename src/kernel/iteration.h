// The loop of the methods that iterate on a graph.
#ifndef SEMILIN_SRC_KERNEL_ITERATION_H_
#define SEMILIN_SRC_KERNEL_ITERATION_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "semilin/base/archive.h"
#include "semilin/base/stop.h"

#include "kernel/graph_problem.h"

namespace semilin {

/// Called after each iteration; false interrupts.
using GraphReport = std::function<bool(const GraphStatus&)>;

struct GraphStopping {
  /// Converged: both residuals <= tolerance, or for `steady` iterations no
  /// predicted class has changed.
  double tolerance = 1e-3;
  int steady = 10;
  int max_iterations = 80;
};

/// How an iteration survives its process.
struct GraphKeeper {
  /// Called between two iterations with what puts the state into an archive.
  std::function<void(const std::function<void(Archive&)>&)> offer;
  const Archive* resume = nullptr;  ///< a state to begin from
};

/// Vectors by the name that they have in an archive.
using NamedBlocks = std::vector<std::pair<std::string, std::vector<double>*>>;
void put_blocks(const NamedBlocks& blocks, Archive& archive);
/// Into vectors that have their sizes. Throws DataError for others.
void restore_blocks(const Archive& archive, const NamedBlocks& blocks);

/// What the smoother's next call with k columns starts from.
void add_warm_start(Smoother& space, int k, NamedBlocks& blocks);

/// Whether a number of a checkpoint may count iterations, runs and the like.
[[nodiscard]] bool is_count(double number);

[[nodiscard]] std::vector<double> to_numbers(GraphStatus status);
[[nodiscard]] GraphStatus status_from(const std::vector<double>& numbers);

/// A method, step by step.
class GraphIteration {
 public:
  virtual ~GraphIteration() = default;
  GraphIteration() = default;
  GraphIteration(const GraphIteration&) = delete;
  GraphIteration& operator=(const GraphIteration&) = delete;

  /// After this everything but blocks() and the status is scratch.
  virtual void begin() = 0;
  /// One iteration; moves the status on.
  virtual void step() = 0;
  /// All that the next step depends on, beside the status; in their sizes.
  [[nodiscard]] virtual NamedBlocks blocks() = 0;

  [[nodiscard]] const GraphStatus& status() const { return status_; }

 protected:
  GraphStatus status_;

 private:
  friend Stop iterate(GraphIteration& method, const GraphStopping& stopping,
                      const GraphReport& report, const GraphKeeper& keeper);
};

/// Steps until the method is at rest, interrupted or out of iterations.
Stop iterate(GraphIteration& method, const GraphStopping& stopping,
             const GraphReport& report, const GraphKeeper& keeper);

}  // namespace semilin

#endif  // SEMILIN_SRC_KERNEL_ITERATION_H_
