// Lap-RLS and Lap-SVM.
#ifndef SEMILIN_SRC_KERNEL_LAPLACIAN_METHODS_H_
#define SEMILIN_SRC_KERNEL_LAPLACIAN_METHODS_H_

#include "graph/rkhs_cg.h"
#include "kernel/graph_problem.h"

namespace semilin {

/// The defaults of the least-squares method, from which other methods start.
inline constexpr double kLaplacianLambda = 0.01, kLaplacianGamma = 4;

/// min  loss(f on labeled rows) + lambda/2 |f|_K^2 + gamma/2 f'Lf,  each
/// column for itself, the loss being eta/2 (y - f)^2 (BZ Eqs. 6, 8) or mu
/// max(0, 1 - y (f + b)) with y = +-1 (Eqs. 51 to 56, by the dual over the
/// labeled rows). Every column is then shifted and scaled to the mean and the
/// variance that an indicator of its class has (to_sizes): of two classes the
/// threshold lies at the mean, more are compared as z-scores.
[[nodiscard]] GraphSolution solve_laplacian(const GraphProblem& problem,
                                            const RkhsStopping& stopping);

/// f before it is shifted and scaled; of the SVM without bias.
[[nodiscard]] GraphSolution laplacian_minimizer(const GraphProblem& problem,
                                                const RkhsStopping& stopping);

}  // namespace semilin

#endif  // SEMILIN_SRC_KERNEL_LAPLACIAN_METHODS_H_
