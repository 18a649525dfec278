#include "kernel/starts.h"

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

std::vector<double> poisson_start(const GraphProblem& problem) {
  const GraphPoints& points = *problem.points;
  std::vector<std::int32_t> labels(points.size(), kUnlabeled);
  for (std::size_t i = 0; i < problem.labeled.size(); ++i)
    labels[problem.labeled[i]] = problem.classes_of[i];
  std::vector<double> g = poisson_learning(
      points.graph(), labels, static_cast<int>(problem.sizes.size()),
      {.threads = points.threads()});
  if (problem.columns() > 1) return g;
  for (Index i = 0; i < points.size(); ++i)
    g[i] = g[2 * i + 1] - g[2 * i];
  g.resize(points.size());
  return g;
}

}  // namespace

std::vector<double> make_start(const GraphProblem& problem) {
  const bool linear = problem.points->kernel_spec().form == KernelForm::Linear;
  std::vector<double> g =
      linear ? poisson_start(problem) : laplacian_start(problem);
  if (problem.columns() > 1) standardize(problem.shape(), g);
  normalize(problem, g);
  return g;
}

}  // namespace semilin
