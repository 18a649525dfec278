// Methods that go on from a batch which has been trained on its labeled rows,
// binary and multi-class; naive Bayes has a header of its own.
#pragma once

#include "semilin/base/progress.h"
#include "semilin/linear/class_sizes.h"

#include "linear/output_batch.h"

namespace semilin {

/// Deterministic annealing (SK06 section 3.2) under class sizes `wanted`;
/// writes the rho that kept them, and leaves the batch trained to
/// options.tolerance on the last beliefs. SK06 return the iterate with the
/// lowest TSVM objective met, which on unequal classes is often the first,
/// nearly constant one; this returns the last.
void anneal(OutputBatch& batch, const LinearOptions& options,
            const ClassSizes& wanted, const Progress& progress);

/// A transductive SVM with multiple switching (SK06 section 3.1) under class
/// sizes `wanted`, of at most options.max_switches pairs between retrainings. A
/// round of fewer switches than one per 1,000 unlabeled rows (at lambda_u:
/// 10,000; rounded down, but at least one, and at most max_switches) ends a
/// lambda_u', where SK06 wait for one without any. Leaves the batch trained to
/// options.tolerance on the last labels. A row switches only against another,
/// so sizes are exact; those that may drift (finite rho) give way to the
/// outputs each time lambda_u' has grown, as far as wanted.drift lets them, and
/// the labels are assigned anew.
void train_transductive(OutputBatch& batch, const LinearOptions& options,
                        const ClassSizes& wanted, const Progress& progress);

}  // namespace semilin
