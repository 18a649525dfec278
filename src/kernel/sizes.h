// Class sizes for the graph methods.
#ifndef SEMILIN_SRC_KERNEL_SIZES_H_
#define SEMILIN_SRC_KERNEL_SIZES_H_

#include <vector>

#include "semilin/kernel/train.h"

#include "kernel/graph_problem.h"

namespace semilin {

/// Per class, summing to 1, as options.size_source says; every class has a
/// labelled row. `problem` needs points, labels and (equal) sizes.
[[nodiscard]] std::vector<double> class_sizes(const GraphProblem& problem,
                                              const GraphTrainOptions& options);

/// SizeSource::Estimate for the linear kernel: what the linear methods estimate
/// from the same rows and labels (src/linear/class_ratio.h).
[[nodiscard]] std::vector<double> estimate_linear_sizes(
    const GraphProblem& problem);

/// For other kernels: leave-one-out predictions of Lap-RLS on the labelled
/// rows, in closed form,
///
///   y_i - f_i^(-i) = a_i / (B^-1)_ii,   B = G_ll + I / eta,  B a = y,
///
/// with its predictions on the other rows, f = G a, as the linear methods'
/// evidence.
[[nodiscard]] std::vector<double> estimate_graph_sizes(
    const GraphProblem& problem);

}  // namespace semilin

#endif  // SEMILIN_SRC_KERNEL_SIZES_H_
