#include "graph/laplacian_solve.h"

#include <utility>

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
    for (std::size_t e = 0; e < in.size(); ++e) {
      const double degree = degrees[e / stride];
      out[e] = degree > 0 ? in[e] / degree : 0;
    }
  };
  return solve_in_rkhs(problem, std::move(b), stopping).x;
}

}  // namespace semilin
