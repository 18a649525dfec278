// Class sizes for the graph methods.
#ifndef SEMILIN_SRC_KERNEL_GRAPH_CLASS_SIZES_H_
#define SEMILIN_SRC_KERNEL_GRAPH_CLASS_SIZES_H_

#include "semilin/kernel/train.h"

#include "kernel/graph_problem.h"
#include "linear/class_sizes.h"

namespace semilin {

/// As options.class_sizes.source says; every class has a labelled row. Equal
/// and given sizes bind hard, as do those of labels that all rows have.
/// `problem` needs points, labels and (equal) sizes.
[[nodiscard]] ClassSizes class_sizes(const GraphProblem& problem,
                                     const GraphOptions& options);

/// SizeSource::Estimate for the linear kernel: what the linear methods estimate
/// from the same rows and labels (src/linear/class_sizes.h).
[[nodiscard]] ClassSizes estimate_linear_sizes(const GraphProblem& problem);

/// For other kernels: leave-one-out predictions of Lap-RLS on the labelled
/// rows, in closed form,
///
///   y_i - f_i^(-i) = a_i / (B^-1)_ii,   B = G_ll + I / eta,  B a = y,
///
/// with its predictions on the other rows, f = G a, as the linear methods'
/// evidence.
[[nodiscard]] ClassSizes estimate_graph_sizes(const GraphProblem& problem);

}  // namespace semilin

#endif  // SEMILIN_SRC_KERNEL_GRAPH_CLASS_SIZES_H_
