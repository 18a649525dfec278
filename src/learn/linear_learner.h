// A linear method: a batch, and its solver.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "learn/learner.h"

namespace semilin {

/// The entry of a linear method in the table of methods.
struct LinearMethod {
  std::string_view name;
  BatchKind kind;
  /// Continues from the batch trained on its labeled rows; null: nothing
  /// follows.
  void (*solve)(OutputBatch& batch, const LinearOptions& options,
                const ClassSizes& wanted, const Progress& progress) = nullptr;
  /// Per output, added to those of the batch; null: zeros.
  std::vector<double> (*offsets)(OutputBatch& batch,
                                 const LinearOptions& options,
                                 const ClassSizes& wanted,
                                 const ClassSizes& known) = nullptr;
};

/// The method is borrowed.
[[nodiscard]] std::unique_ptr<Learner> make_linear_learner(
    const LinearMethod& method, const Dataset& data, LinearOptions& options);

}  // namespace semilin
