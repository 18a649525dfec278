#include "kernel/starts.h"

#include "kernel/laplacian_methods.h"

namespace semilin {
namespace {

constexpr double kStartTolerance = 1e-3;  // tolerance of Poisson learning

std::vector<double> laplacian_start(const GraphProblem& given) {
  GraphProblem problem = given;
  problem.hinge = false;
  problem.weight = 1;
  problem.lambda = kLaplacianLambda;
  problem.gamma = kLaplacianGamma;
  return laplacian_minimizer(problem,
                             {.tolerance = 1e-4, .go_on = problem.go_on})
      .f;
}

}  // namespace

std::vector<double> poisson_block(const GraphPoints& points,
                                  std::span<const std::int32_t> labels,
                                  int classes, PoissonOptions options) {
  options.threads = points.threads();
  std::vector<double> u =
      poisson_learning(points.graph(), labels, classes, options);
  if (classes > 2) return u;
  for (Index i = 0; i < points.size(); ++i)
    u[i] = u[2 * i + 1] - u[2 * i];
  u.resize(points.size());
  return u;
}

std::vector<double> start_of_labels(const GraphProblem& problem) {
  const bool linear = problem.points->kernel_spec().form == KernelForm::Linear;
  std::vector<double> g =
      linear ? poisson_block(*problem.points, labels_of(problem),
                             problem.classes(), {.tolerance = kStartTolerance})
             : laplacian_start(problem);
  if (problem.columns() > 1) standardize(problem.shape(), g);
  return g;
}

std::vector<double> make_start(const GraphProblem& problem) {
  std::vector<double> g =
      problem.start != nullptr ? *problem.start : start_of_labels(problem);
  normalize(problem, g);
  return g;
}

}  // namespace semilin
