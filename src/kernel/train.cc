#include "semilin/kernel/train.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "semilin/base/error.h"
#include "semilin/graph/neighbors.h"

#include "base/stopwatch.h"
#include "kernel/graph_problem.h"
#include "kernel/laplacian_methods.h"
#include "linear/repeated_progress.h"
#include "matrix/row_check.h"

namespace semilin {
namespace {

// Steps of the linear kernel's CGLS in one outer iteration, which starts from
// the last one's solution.
constexpr int kSmootherSteps = 2;
constexpr SmootherOptions kRoughly{.tolerance = 1e-2, .max_iterations = 200};
constexpr RkhsStopping kLaplacianStopping{.tolerance = 1e-6,
                                          .max_iterations = 2000};

bool is_text(const KernelSpec& kernel, const CsrStore& rows) {
  return kernel.form == KernelForm::Linear && !is_dense(rows);
}

bool uses_splitting(GraphMethod method) {
  return penalty_of(method) != GraphPenalty::Laplacian;
}

void require_labels(const GraphProblem& problem,
                    const std::vector<std::string>& classes) {
  std::vector<bool> seen(classes.size(), false);
  for (const std::int32_t label : problem.classes_of) {
    require(label >= 0 && label < std::ssize(classes),
            "train: a label is no class");
    seen[label] = true;
  }
  const auto missing = std::find(seen.begin(), seen.end(), false);
  if (missing != seen.end()) {
    throw DataError("expected a labeled row of every class, found none of " +
                    classes[missing - seen.begin()]);
  }
}

GraphProblem make_problem(GraphPoints& points,
                          std::span<const std::int32_t> labels,
                          const std::vector<std::string>& classes,
                          const ClassSizes& sizes,
                          const GraphOptions& options) {
  require(classes.size() >= 2, "train: needs at least two classes");
  require_class_names(classes);
  require(static_cast<Index>(labels.size()) == points.size(),
          "train: one label per row");
  require(sizes.sizes.size() == classes.size(), "train: one size per class");
  GraphProblem problem;
  problem.points = &points;
  take_labels(labels, problem);
  require_labels(problem, classes);
  problem.sizes = sizes.sizes;
  problem.hinge = uses_hinge(options.method);
  problem.weight = problem.hinge ? *options.mu : options.eta;
  problem.lambda = *options.lambda;
  problem.gamma = *options.gamma;
  problem.r = options.penalty;
  problem.c = *options.step;
  problem.sweeps = options.sweeps;
  problem.steps = kSmootherSteps;
  if (classes.size() > 2 && uses_splitting(options.method) &&
      !std::isinf(sizes.rho))
    problem.drift = sizes.drift;
  return problem;
}

GraphFigures figures_of(const GraphProblem& problem, const GraphStatus& status,
                        std::span<const std::int32_t> labels) {
  const GraphPoints& points = *problem.points;
  GraphFigures figures;
  figures.edges = points.graph().edges();
  const Components components = connected_components(points.graph());
  figures.components = components.count();
  figures.unreached = unreached(components, labels).nodes;
  figures.labeled_edges = labeled_edges(points.graph(), labels);
  figures.kernel = to_string(points.kernel_spec().form);
  figures.lambda = problem.lambda;
  figures.gamma = problem.gamma;
  figures.drift = problem.drift;
  figures.variation = status.variation;
  figures.gap = status.gap;
  figures.primal_residual = status.primal_residual;
  figures.dual_residual = status.dual_residual;
  figures.changed = status.changed;
  figures.iterations = status.iteration;
  return figures;
}

// The model's scores of the points themselves, each its own nearest neighbor.
// They are better than f for more than two classes of text, since the
// regression pools the words of all rows; two classes lose with f's balance
// more than they gain (docs/design-log.md).
void decide_as_model(const GraphProblem& problem, const GraphSolution& solution,
                     std::span<std::int32_t> classes) {
  const int columns = problem.columns();
  const Expansion& expansion = solution.expansion;
  std::vector<double> outputs(solution.f.size());
  problem.points->kernel().apply(columns, expansion.coefficients, outputs);
  for (std::size_t e = 0; e < outputs.size(); ++e) {
    outputs[e] += expansion.offsets[e % columns] +
                  (expansion.remainder.empty() ? 0 : expansion.remainder[e]);
  }
  (void)decide(columns, outputs, classes);
}

// The rows that the model's outputs depend on.
CsrStore rows_needed(const GraphPoints& points, bool has_remainder) {
  const KernelSpec& kernel = points.kernel_spec();
  if (has_remainder || kernel.form == KernelForm::Rbf) return points.rows();
  if (kernel.form == KernelForm::Nystrom) {
    return nystrom_landmarks(points.rows(), kernel.low_rank);
  }
  return points.rows().select({});
}

// Beyond these weights no arithmetic tells the parts of the problem apart.
void require_moderate(const GraphOptions& options) {
  if (*options.gamma != 0)
    require_within("gamma, if not 0,", *options.gamma, kModerate);
  require_within("eta", options.eta, kModerate);
  require_within("mu", *options.mu, kModerate);
  require_within("step", *options.step, kModerate);
  require_within("penalty", options.penalty, kModerate);
}

struct GraphRun {
  GraphProblem problem;
  GraphOptions options;  // resolved
  GraphSolution solution;
};

GraphRun run_graph(GraphPoints& points, std::span<const std::int32_t> labels,
                   const std::vector<std::string>& classes,
                   const ClassSizes& sizes, const GraphOptions& given,
                   GraphStart* start, const Progress& progress) {
  GraphRun run;
  run.options =
      resolve(given, points.kernel_spec(), points.rows(), classes.size());
  GraphProblem& problem = run.problem =
      make_problem(points, labels, classes, sizes, run.options);
  const bool splitting = uses_splitting(given.method);
  RepeatedProgress repeated(progress);
  const GoOn go_on = repeated.go_on();
  const Progress heard = repeated.progress();
  problem.go_on = &go_on;
  if (start != nullptr && splitting) {
    if (!std::ranges::equal(start->labels, labels))
      *start = {{labels.begin(), labels.end()}, start_of_labels(problem)};
    problem.start = &start->block;
  }
  RkhsStopping stopping = kLaplacianStopping;
  stopping.go_on = problem.go_on;
  run.solution = splitting ? solve_splitting(problem, run.options, heard)
                           : solve_laplacian(problem, stopping);
  if (repeated.ended()) run.solution.stop = Stop::Interrupted;
  problem.go_on = nullptr;
  problem.start = nullptr;
  return run;
}

// The classes of all rows, those of the labels not yet put in. The solution of
// text has its expansion to unseen rows.
std::vector<std::int32_t> decisions(const GraphRun& run) {
  const GraphProblem& problem = run.problem;
  const GraphPoints& points = *problem.points;
  std::vector<std::int32_t> decided(points.size(), 0);
  if (problem.classes() > 2 && is_text(points.kernel_spec(), points.rows())) {
    decide_as_model(problem, run.solution, decided);
  } else {
    (void)decide(problem.columns(), run.solution.f, decided);
  }
  put_labels(problem, decided);
  return decided;
}

}  // namespace

bool uses_hinge(GraphMethod method) {
  return method == GraphMethod::LapSvm || method == GraphMethod::TvSvm ||
         method == GraphMethod::CheegerSvm;
}

GraphPenalty penalty_of(GraphMethod method) {
  switch (method) {
    case GraphMethod::LapRls:
    case GraphMethod::LapSvm:
      return GraphPenalty::Laplacian;
    case GraphMethod::TvRls:
    case GraphMethod::TvSvm:
      return GraphPenalty::Variation;
    case GraphMethod::CheegerRls:
    case GraphMethod::CheegerSvm:
      return GraphPenalty::Cheeger;
  }
  return GraphPenalty::Variation;
}

GraphOptions resolve(const GraphOptions& given, const KernelSpec& kernel,
                     const CsrStore& rows, std::size_t classes) {
  require_within_bounds(given);
  const GraphPenalty penalty = penalty_of(given.method);
  const bool laplacian = penalty == GraphPenalty::Laplacian;
  const bool cheeger = penalty == GraphPenalty::Cheeger;
  const bool binary = classes == 2;
  const bool text = is_text(kernel, rows);
  GraphOptions options = given;
  options.lambda = given.lambda.value_or(laplacian ? kLaplacianLambda : 0.1);
  options.gamma = given.gamma.value_or(laplacian ? kLaplacianGamma
                                       : text    ? 0.05
                                       : binary  ? 0.5
                                                 : 0.4);
  options.mu = given.mu.value_or(laplacian ? 100 : 1);
  options.step = given.step.value_or(binary ? 0.1 : 0.03);
  if (options.sweeps == 0) options.sweeps = cheeger ? 10 : 5;
  require_moderate(options);
  return options;
}

std::vector<std::int32_t> graph_votes(
    GraphPoints& points, std::span<const std::int32_t> labels,
    const std::vector<std::string>& classes, const ClassSizes& sizes,
    const GraphOptions& options, GraphStart& start, const Progress& progress) {
  GraphRun run =
      run_graph(points, labels, classes, sizes, options, &start, progress);
  if (classes.size() > 2 && is_text(points.kernel_spec(), points.rows()))
    run.solution.expansion = expand_to_unseen(
        run.problem, run.solution.f, uses_splitting(options.method), kRoughly);
  return decisions(run);
}

GraphResult train_graph(GraphPoints& points,
                        std::span<const std::int32_t> labels,
                        const std::vector<std::string>& classes,
                        const ClassSizes& sizes, const GraphOptions& given,
                        const Progress& progress) {
  GraphRun run =
      run_graph(points, labels, classes, sizes, given, nullptr, progress);
  GraphProblem& problem = run.problem;
  GraphSolution& solution = run.solution;
  if (is_text(points.kernel_spec(), points.rows())) {
    solution.expansion = expand_to_unseen(problem, solution.f,
                                          uses_splitting(run.options.method));
  }

  GraphResult result;
  result.figures = figures_of(problem, solution.status, labels);
  result.objective = solution.status.energy;
  result.stop = solution.stop;
  result.labels.assign(labels.size(), 0);
  (void)decide(problem.columns(), solution.f, result.labels);
  for (std::size_t i = 0; i < problem.labeled.size(); ++i) {
    const std::int32_t found = result.labels[problem.labeled[i]];
    result.figures.contradicted += found != problem.classes_of[i] ? 1 : 0;
  }
  result.labels = decisions(run);
  KernelModel& model = result.model;
  model.classes = classes;
  model.kernel = points.kernel_spec();
  model.features = points.rows().cols();
  model.coefficients = std::move(solution.expansion.coefficients);
  model.remainder = std::move(solution.expansion.remainder);
  model.rows = rows_needed(points, !model.remainder.empty());
  model.offsets = std::move(solution.expansion.offsets);
  return result;
}

}  // namespace semilin
