#include <utility>

#include "base/stopwatch.h"
#include "graph/poisson.h"
#include "kernel/cheeger.h"
#include "kernel/graph_problem.h"
#include "kernel/laplacian_methods.h"
#include "kernel/tv_splitting.h"

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

std::vector<double> poisson_start(const GraphProblem& problem) {
  const GraphPoints& points = *problem.points;
  std::vector<double> u =
      poisson_learning(points.graph(), labels_of(problem), problem.classes(),
                       {.tolerance = kStartTolerance}, points.threads());
  if (problem.columns() > 1) return u;
  for (Index i = 0; i < points.size(); ++i)
    u[i] = u[2 * i + 1] - u[2 * i];
  u.resize(points.size());
  return u;
}

GraphReport report_to(const Progress& progress, int max_iterations) {
  return [&progress, max_iterations,
          watch = Stopwatch()](const GraphStatus& status) {
    if (!progress) return true;
    ProgressRecord record;
    record.iteration = status.iteration;
    record.unit = "iterations";
    record.seconds = watch.seconds();
    record.objective = status.energy;
    record.fraction_done =
        static_cast<double>(status.iteration) / max_iterations;
    return progress(record);
  };
}

}  // namespace

std::vector<double> start_of_labels(const GraphProblem& problem) {
  const bool linear = problem.points->kernel_spec().form == KernelForm::Linear;
  std::vector<double> g =
      linear ? poisson_start(problem) : laplacian_start(problem);
  if (problem.columns() > 1) standardize(problem.shape(), g);
  return g;
}

GraphSolution solve_splitting(const GraphProblem& problem,
                              const GraphOptions& options,
                              const Progress& progress) {
  const GraphStopping stopping{options.tolerance, options.steady,
                               options.max_iterations};
  Smoother& space =
      problem.points->smoother(problem.lambda, problem.r, problem.steps);
  std::vector<double> start =
      problem.start != nullptr ? *problem.start : start_of_labels(problem);
  normalize(problem, start);
  const GraphReport report = report_to(progress, options.max_iterations);
  if (penalty_of(options.method) == GraphPenalty::Cheeger)
    return solve_cheeger(problem, stopping, std::move(start), space, report);
  TvIterate iterate;
  iterate.g = std::move(start);
  GraphSolution solution;
  solution.stop = solve_tv(problem, stopping, iterate, space, report);
  solution.status = iterate.status;
  solution.f = std::move(iterate.f);
  solution.expansion = expansion_of(space, problem.columns());
  return solution;
}

}  // namespace semilin
