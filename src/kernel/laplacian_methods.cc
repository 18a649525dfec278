#include "kernel/laplacian_methods.h"

#include <vector>

#include "kernel/laplacian_space.h"
#include "kernel/smo.h"

namespace semilin {
namespace {

GraphSolution least_squares(const GraphProblem& problem,
                            const LaplacianSpace& space) {
  Eigen::MatrixXd b(problem.labeled.size(), problem.columns());
  for (Index i = 0; i < b.rows(); ++i) {
    for (int k = 0; k < problem.columns(); ++k)
      b(i, k) = problem.weight * problem.target(i, k);
  }
  return space.solve(problem.columns(), b, problem.weight);
}

// f = G J'Y beta, beta = argmin 1/2 beta'Q beta - 1'beta, Q = Y G_ll Y.
GraphSolution support_vectors(const GraphProblem& problem,
                              const LaplacianSpace& space) {
  const Eigen::MatrixXd gram = space.gram();
  const Index count = gram.rows();
  const std::vector<double> ones(count, 1.0);
  Eigen::MatrixXd b(count, problem.columns());
  std::vector<double> y(count);
  Eigen::MatrixXd q(count, count);
  for (int k = 0; k < problem.columns(); ++k) {
    for (Index i = 0; i < count; ++i)
      y[i] = problem.sign(i, k);
    const Eigen::Map<const Eigen::VectorXd> signs(y.data(), count);
    q = signs.asDiagonal() * gram * signs.asDiagonal();
    std::vector<double> beta(count, 0.0);
    (void)solve_smo({q.data(), static_cast<std::size_t>(q.size())}, ones, y,
                    problem.weight, kSmoTolerance, beta);
    for (Index i = 0; i < count; ++i)
      b(i, k) = y[i] * beta[i];
  }
  return space.solve(problem.columns(), b, 0);
}

}  // namespace

GraphSolution laplacian_minimizer(const GraphProblem& problem,
                                  const RkhsStopping& stopping) {
  const LaplacianSpace space(problem, stopping);
  return problem.hinge ? support_vectors(problem, space)
                       : least_squares(problem, space);
}

GraphSolution solve_laplacian(const GraphProblem& problem,
                              const RkhsStopping& stopping) {
  GraphSolution solution = laplacian_minimizer(problem, stopping);
  std::vector<double> means = problem.sizes;
  if (problem.columns() == 1) means = {2 * problem.sizes[1] - 1};
  const Affine map = to_sizes(problem.shape(), means, solution.f);
  rescale(map.scale, map.shift, problem.shape(), solution);
  return solution;
}

}  // namespace semilin
