// The convex problem behind train_linear, written down anew from the data.
#pragma once

#include "support/optimality.h"
#include "support/training.h"

namespace semilin::test {

/// The supervised problem of `data`: costs c_i / sum of c on labeled rows, 0
/// on others; beliefs 0 and 1.
[[nodiscard]] OwnedProblem supervised_problem(
    const Dataset& data, const test::LinearTraining& options);

/// The model's weights as the block of `problem`; a model of fewer features
/// has zeros there.
[[nodiscard]] Doubles block_of(const OwnedProblem& problem,
                               const LinearModel& model);

/// Objectives summed, norms the largest relative one, over outputs.
struct BatchOptimality {
  double objective = 0;
  double relative = 0;
};
[[nodiscard]] BatchOptimality optimality(const OwnedProblem& problem,
                                         const LinearModel& model);

}  // namespace semilin::test
