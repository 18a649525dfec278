// How a training run is continued by another process.
#ifndef SEMILIN_SRC_LINEAR_CHECKPOINT_H_
#define SEMILIN_SRC_LINEAR_CHECKPOINT_H_

#include <functional>
#include <optional>
#include <vector>

#include "semilin/base/archive.h"
#include "semilin/linear/train.h"

#include "base/stopwatch.h"
#include "linear/output_batch.h"

namespace semilin {

/// Saves the state of the loop of a semi-supervised method, and gives back the
/// one that a run begins from. What comes before the loop is made again by the
/// new run, and told apart by its figures: a checkpoint of other data or
/// options is refused.
class Checkpointer {
 public:
  /// `batch` has been trained on its labelled rows, and nothing more.
  Checkpointer(const Checkpoint& checkpoint, OutputBatch& batch,
               const LinearOptions& options);

  /// A loop's own state: numbers whose meaning is the method's.
  using State = std::vector<double>;

  /// The state that the run begins from, with the batch set to it; nothing
  /// if the run begins at the beginning. Throws DataError.
  [[nodiscard]] std::optional<State> resume();

  /// Saves batch and state if the time has come.
  void offer(const State& state);

 private:
  const Checkpoint& checkpoint_;
  OutputBatch& batch_;
  std::string origin_;  // JSON: data, options, the supervised start
  Stopwatch since_last_;
};

}  // namespace semilin

#endif  // SEMILIN_SRC_LINEAR_CHECKPOINT_H_
