// Linear systems with the Laplacian of a graph.
#ifndef SEMILIN_SRC_GRAPH_LAPLACIAN_SOLVE_H_
#define SEMILIN_SRC_GRAPH_LAPLACIAN_SOLVE_H_

#include <vector>

#include "graph/laplacian.h"
#include "graph/rkhs_cg.h"

namespace semilin {

/// (L + lambda D) u = b, N x stride, preconditioned with D^-1; u = 0 at nodes
/// without edges. With lambda = 0, b sums to zero over each component.
[[nodiscard]] std::vector<double> solve_laplacian_system(
    const Laplacian& laplacian, double lambda, int stride,
    std::vector<double> b, const RkhsStopping& stopping);

}  // namespace semilin

#endif  // SEMILIN_SRC_GRAPH_LAPLACIAN_SOLVE_H_
