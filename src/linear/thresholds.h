// Classes and thresholds that follow from the beliefs of a trained batch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "semilin/linear/class_sizes.h"

#include "linear/output_batch.h"

namespace semilin {

/// The class of the largest belief of each unlabeled row.
[[nodiscard]] std::vector<std::int32_t> settled_classes(OutputBatch& batch);

/// Class sizes of `rows` rows, of which no class has less than half a row.
void fill_empty_classes(std::span<double> sizes, Index rows);

/// Per output an offset: with these the classes predicted on problem.rows have
/// sizes s with KL(s, problem.class_sizes) <= drift. They minimize D(nu) of
/// BeliefProblem with g_jk = -o_jk at T = 0.01 and the smallest rho, from 0.02
/// up, that drift allows: where sizes are nearly right they move nothing. Of
/// several classes they sum to 0.
[[nodiscard]] std::vector<double> balance_offsets(BeliefProblem problem,
                                                  double drift);

/// The offsets that balance two kinds of rows:
///
/// - unlabeled rows, by their outputs and `known.sizes`, or if these are empty
///   by the classes of the largest beliefs;
/// - labeled documents, by their labels and the outputs of supervised models
///   of the same lambda that did not know them (LabelsHeldOut), which are like
///   those of new documents. With many labels these decide.
///
/// drift = (K - 1) / (4 m), half of what chance makes of m rows, the labeled
/// ones and K; 1e-8 if known.rho is infinite. Zeros, if
/// labels held out are clearly predicted better so: wrong labels make large
/// classes look small. Outputs of the rows held out are overwritten.
[[nodiscard]] std::vector<double> thresholds(OutputBatch& batch,
                                             const ClassSizes& known);

}  // namespace semilin
