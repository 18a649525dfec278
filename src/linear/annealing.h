// Deterministic annealing (SK06 section 3.2), binary and multi-class.
#pragma once

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
