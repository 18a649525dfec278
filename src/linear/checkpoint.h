// How a training run is continued by another process.
#ifndef SEMILIN_SRC_LINEAR_CHECKPOINT_H_
#define SEMILIN_SRC_LINEAR_CHECKPOINT_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/base/archive.h"
#include "semilin/base/progress.h"
#include "semilin/linear/class_sizes.h"

#include "base/stopwatch.h"
#include "linear/output_batch.h"

namespace semilin {

/// Throws DataError unless the numbers of a checkpoint are those of a run.
void require_state(bool sound);

/// Saves the state that a run continues from, and refuses that of another run:
/// the part before the state is computed again by the new run, and its figures
/// are compared.
class Checkpointer {
 public:
  /// `origin`, called if there is something to save or to resume: what a run
  /// must have in common with the one that it continues, a JSON object. Throws
  /// DataError for a checkpoint of another run, or with numbers that are none.
  Checkpointer(const Checkpoint& checkpoint,
               const std::function<std::string()>& origin);

  /// Whether the time has come to save.
  [[nodiscard]] bool is_due() const;
  /// Saves what `fill` makes of an empty archive.
  void save(const std::function<void(Archive&)>& fill);
  /// The same, if it is due.
  void offer(const std::function<void(Archive&)>& fill) {
    if (is_due()) save(fill);
  }

 private:
  const Checkpoint& checkpoint_;
  std::string origin_;
  Stopwatch since_last_;
};

/// The checkpoint of a semi-supervised linear method: the batch and its loop's
/// state.
class BatchCheckpointer {
 public:
  /// `batch` has been trained on its labelled rows, and nothing more; a method
  /// of this name continues under these class sizes.
  BatchCheckpointer(const Checkpoint& checkpoint, OutputBatch& batch,
                    const ClassSizes& wanted, std::string_view method);

  /// A loop's own state: numbers whose meaning is the method's.
  using State = std::vector<double>;

  /// The state that the run begins from, with the batch set to it; nothing
  /// if the run begins at the beginning. Throws DataError.
  [[nodiscard]] std::optional<State> resume();

  /// Saves batch and state if the time has come, by rank 0's clock.
  void offer(const State& state);

 private:
  const Checkpoint& checkpoint_;
  OutputBatch& batch_;
  Checkpointer checkpointer_;
};

}  // namespace semilin

#endif  // SEMILIN_SRC_LINEAR_CHECKPOINT_H_
