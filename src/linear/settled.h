// The results that follow from the beliefs of a trained batch.
#ifndef SEMILIN_SRC_LINEAR_SETTLED_H_
#define SEMILIN_SRC_LINEAR_SETTLED_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "linear/output_batch.h"

namespace semilin {

/// The class of the largest belief of each unlabelled row.
[[nodiscard]] std::vector<std::int32_t> settled_classes(OutputBatch& batch);

/// Class sizes of `rows` rows, of which no class has less than half a row.
void fill_empty_classes(std::span<double> sizes, Index rows);

/// Per output, the offset with which the sizes of the predicted classes agree
/// with those of the beliefs.
[[nodiscard]] std::vector<double> thresholds(OutputBatch& batch);

}  // namespace semilin

#endif  // SEMILIN_SRC_LINEAR_SETTLED_H_
