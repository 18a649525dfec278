// Deterministic annealing (SK06 section 3.2), binary and multi-class.
#ifndef SEMILIN_SRC_LINEAR_ANNEALING_H_
#define SEMILIN_SRC_LINEAR_ANNEALING_H_

#include "semilin/base/progress.h"
#include "semilin/linear/class_sizes.h"

#include "linear/output_batch.h"

namespace semilin {

/// Anneals `batch`, which has been trained on its labeled rows, under class
/// sizes `wanted`; writes the rho that kept them; leaves it trained to
/// options.tolerance on the last beliefs. SK06 return the iterate with the
/// lowest TSVM objective met, which on unequal classes is often the first,
/// nearly constant one; this returns the last.
void anneal(OutputBatch& batch, const LinearOptions& options,
            const ClassSizes& wanted, const Progress& progress);

}  // namespace semilin

#endif  // SEMILIN_SRC_LINEAR_ANNEALING_H_
