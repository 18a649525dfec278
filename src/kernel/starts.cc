#include "kernel/starts.h"

#include <cmath>

#include "semilin/graph/poisson.h"
#include "semilin/matrix/dataset.h"

#include "kernel/laplacian_methods.h"

namespace semilin {
namespace {

std::vector<double> laplacian_start(const GraphProblem& given) {
  GraphProblem problem = given;
  problem.hinge = false;
  problem.weight = 1;
  problem.lambda = kLaplacianLambda;
  problem.gamma = kLaplacianGamma;
  return laplacian_minimiser(problem, {.tolerance = 1e-4}).f;
}

std::vector<double> poisson_start(const GraphProblem& problem, double restart) {
  const GraphPoints& points = *problem.points;
  std::vector<std::int32_t> labels(points.size(), kUnlabeled);
  for (std::size_t i = 0; i < problem.labeled.size(); ++i)
    labels[problem.labeled[i]] = problem.classes_of[i];
  std::vector<double> g = poisson_learning(
      points.graph(), labels, static_cast<int>(problem.sizes.size()),
      {.restart = restart, .threads = points.threads()});
  if (problem.columns() > 1) return g;
  for (Index i = 0; i < points.size(); ++i)
    g[i] = g[2 * i + 1] - g[2 * i];
  g.resize(points.size());
  return g;
}

}  // namespace

std::vector<double> make_start(const GraphProblem& problem, int number) {
  std::vector<double> g =
      number == 0
          ? laplacian_start(problem)
          : poisson_start(problem,
                          number == 1 ? 0 : 0.001 * std::pow(10.0, number - 2));
  if (problem.columns() > 1) standardize(problem.shape(), g);
  normalize(problem, g);
  return g;
}

}  // namespace semilin
