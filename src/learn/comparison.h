// The semi-supervised model beside the supervised one: did the unlabeled rows
// help?
#pragma once

#include <cstdint>
#include <span>

#include "learn/class_sizes/evidence.h"
#include "linear/output_batch.h"

namespace semilin {

/// Fills in predicted, supervised_predicted, agreement and the held-out
/// figures.
void compare(const OutputBatch& batch, const FoundSizes& sizes,
             std::span<const std::int32_t> supervised,
             std::span<const std::int32_t> predicted, RunSummary& summary);

/// Whether the method is worse by two standard errors; unlabeled rows help more
/// often than not.
[[nodiscard]] inline bool is_clearly_worse(const CrossValidated& found) {
  return found.accuracy + 2 * found.error < found.supervised;
}

/// Whether the share `right` of `cases` is less by two standard errors of both
/// shares than the accuracy of the supervised model; false if one of them is
/// not known.
[[nodiscard]] bool is_clearly_below_svm(Index right, Index cases,
                                        const RunSummary& summary);

}  // namespace semilin
