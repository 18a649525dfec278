// Deterministic annealing (SK06 section 3.2), binary and multi-class.
#ifndef SEMILIN_SRC_LINEAR_ANNEALING_H_
#define SEMILIN_SRC_LINEAR_ANNEALING_H_

#include <span>

#include "semilin/base/progress.h"

#include "linear/machine.h"

namespace semilin {

/// Anneals `machine`, which has been trained on its labelled rows, under class
/// sizes `ratio` that bind by `rho`; leaves it trained to options.tolerance on
/// the last beliefs. SK06 return the iterate with the lowest TSVM objective
/// met, which on unequal classes is often the first, nearly constant one; this
/// returns the last.
void anneal(Machine& machine, const LinearOptions& options,
            std::span<const double> ratio, double rho,
            const Progress& progress);

}  // namespace semilin

#endif  // SEMILIN_SRC_LINEAR_ANNEALING_H_
