#include "graph/laplacian_solve.h"

#include <utility>

#include "solvers/blocks.h"

namespace semilin {

std::vector<double> solve_laplacian_system(const Laplacian& laplacian,
                                           double lambda, int stride,
                                           std::vector<double> b,
                                           const RkhsStopping& stopping) {
  const std::vector<double>& degrees = laplacian.degrees();
  RkhsProblem problem{.rows = laplacian.nodes(),
                      .stride = stride,
                      .lambda = lambda,
                      .threads = laplacian.threads()};
  problem.a = [&](std::span<const double> in, std::span<double> out) {
    laplacian.apply(stride, in, out);
  };
  problem.k = [&](std::span<const double> in, std::span<double> out) {
    for_rows(laplacian.nodes(), stride, laplacian.threads(), [&](Index i) {
      for (Index e = i * stride; e < (i + 1) * stride; ++e)
        out[e] = degrees[i] > 0 ? in[e] / degrees[i] : 0;
    });
  };
  return solve_in_rkhs(problem, std::move(b), stopping).x;
}

}  // namespace semilin
