// Transductive SVM with multiple switching (SK06 section 3.1), binary and
// multi-class.
#ifndef SEMILIN_SRC_LINEAR_TRANSDUCTIVE_H_
#define SEMILIN_SRC_LINEAR_TRANSDUCTIVE_H_

#include <span>

#include "semilin/base/progress.h"

#include "linear/machine.h"

namespace semilin {

/// Trains `machine`, which has been trained on its labelled rows, as a
/// transductive SVM with class sizes `ratio` (exact: a row switches only
/// against another) and at most options.max_switches pairs between retrainings;
/// leaves it trained to options.tolerance on the last labels.
void train_transductive(Machine& machine, const LinearOptions& options,
                        std::span<const double> ratio,
                        const Progress& progress);

}  // namespace semilin

#endif  // SEMILIN_SRC_LINEAR_TRANSDUCTIVE_H_
