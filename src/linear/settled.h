// What the beliefs of a trained batch say.
#ifndef SEMILIN_SRC_LINEAR_SETTLED_H_
#define SEMILIN_SRC_LINEAR_SETTLED_H_

#include <cstdint>
#include <vector>

#include "linear/output_batch.h"

namespace semilin {

/// The class of the largest belief of each unlabelled row.
[[nodiscard]] std::vector<std::int32_t> settled_classes(OutputBatch& batch);

/// Per output, the offset with which the sizes of the predicted classes agree
/// with those of the beliefs.
[[nodiscard]] std::vector<double> thresholds(OutputBatch& batch);

}  // namespace semilin

#endif  // SEMILIN_SRC_LINEAR_SETTLED_H_
