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

std::vector<double> poisson_start(const GraphProblem& problem,
                                  PoissonOptions options) {
  const GraphPoints& points = *problem.points;
  std::vector<std::int32_t> labels(points.size(), kUnlabeled);
  for (std::size_t i = 0; i < problem.labeled.size(); ++i)
    labels[problem.labeled[i]] = problem.classes_of[i];
  options.threads = points.threads();
  std::vector<double> g = poisson_learning(
      points.graph(), labels, static_cast<int>(problem.sizes.size()), options);
  if (problem.columns() > 1) return g;
  for (Index i = 0; i < points.size(); ++i)
    g[i] = g[2 * i + 1] - g[2 * i];
  g.resize(points.size());
  return g;
}

// 1: Poisson learning. Then in turns smoother ones, 1, 2, 4, ... times, and
// walks from the labels that are shorter and shorter.
PoissonOptions poisson_options(int number) {
  PoissonOptions options;
  const int pair = (number - 2) / 2;
  if (number >= 2 && number % 2 == 0) options.smoothings = 1 << pair;
  if (number >= 3 && number % 2 == 1)
    options.restart = 0.001 * std::pow(10.0, pair);
  return options;
}

}  // namespace

std::vector<double> make_start(const GraphProblem& problem, int number) {
  const bool linear = problem.points->kernel_spec().form == KernelForm::Linear;
  if (linear && number < 2) number = 1 - number;
  std::vector<double> g = number == 0
                              ? laplacian_start(problem)
                              : poisson_start(problem, poisson_options(number));
  if (problem.columns() > 1) standardize(problem.shape(), g);
  normalize(problem, g);
  return g;
}

}  // namespace semilin
