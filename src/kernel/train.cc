#include "semilin/kernel/train.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "semilin/base/error.h"
#include "semilin/graph/neighbors.h"

#include "base/stopwatch.h"
#include "kernel/cheeger.h"
#include "kernel/cut_search.h"
#include "kernel/graph_class_sizes.h"
#include "kernel/laplacian_methods.h"
#include "kernel/starts.h"
#include "kernel/tv_splitting.h"
#include "kernel/unseen.h"
#include "matrix/class_names.h"

namespace semilin {
namespace {

// Steps of the linear kernel's CGLS in one outer iteration, which starts from
// the last one's solution.
constexpr int kSmootherSteps = 2;
constexpr int kStarts = 5;
// Of the logarithm of the cost: what another run must gain (less is no reason
// to leave the labels' own optimum), and what a partition may cost more and be
// tried, since the run smooths it.
constexpr double kBetter = -0.02, kWorthTrying = 0.05;
// Partitions that differ by less than this part of a class are the same.
constexpr double kSamePartition = 0.1;
constexpr RkhsStopping kLaplacianStopping{.tolerance = 1e-6,
                                          .max_iterations = 2000};

enum class Penalty { Laplacian, Variation, Cheeger };

Penalty penalty_of(GraphMethod method) {
  switch (method) {
    case GraphMethod::LapRls:
    case GraphMethod::LapSvm:
      return Penalty::Laplacian;
    case GraphMethod::TvRls:
    case GraphMethod::TvSvm:
      return Penalty::Variation;
    case GraphMethod::CheegerRls:
    case GraphMethod::CheegerSvm:
      return Penalty::Cheeger;
  }
  return Penalty::Variation;
}

bool is_text(const GraphPoints& points) {
  return points.kernel_spec().form == KernelForm::Linear &&
         !is_dense(points.rows());
}

double default_gamma(Penalty penalty, bool binary, const GraphPoints& points) {
  if (penalty == Penalty::Laplacian) return kLaplacianGamma;
  if (is_text(points)) return 0.05;
  return binary ? 0.5 : 0.4;
}

void require_labels(const GraphProblem& problem,
                    const std::vector<std::string>& classes) {
  std::vector<bool> seen(classes.size(), false);
  for (const std::int32_t label : problem.classes_of)
    seen[label] = true;
  const auto missing = std::find(seen.begin(), seen.end(), false);
  if (missing != seen.end()) {
    throw DataError("expected a labelled row of every class, found none of " +
                    classes[missing - seen.begin()]);
  }
}

GraphProblem make_problem(GraphPoints& points,
                          std::span<const std::int32_t> labels,
                          const std::vector<std::string>& classes,
                          const GraphOptions& options) {
  require(classes.size() >= 2, "train: needs at least two classes");
  require_class_names(classes);
  require(static_cast<Index>(labels.size()) == points.size(),
          "train: one label per row");
  require_within_bounds(options);
  require_class_sizes(options.class_sizes, classes.size());
  GraphProblem problem;
  problem.points = &points;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] == kUnlabeled) continue;
    require(
        labels[i] >= 0 && labels[i] < static_cast<std::int32_t>(classes.size()),
        "train: a label is no class");
    problem.labeled.push_back(static_cast<Index>(i));
    problem.classes_of.push_back(labels[i]);
  }
  require_labels(problem, classes);
  const Penalty penalty = penalty_of(options.method);
  const bool binary = classes.size() == 2;
  const bool laplacian = penalty == Penalty::Laplacian;
  problem.sizes.assign(classes.size(), 1 / static_cast<double>(classes.size()));
  problem.hinge = uses_hinge(options.method);
  problem.weight =
      problem.hinge ? options.mu.value_or(laplacian ? 100 : 1) : options.eta;
  problem.lambda = options.lambda.value_or(laplacian ? kLaplacianLambda : 0.1);
  problem.gamma =
      options.gamma.value_or(default_gamma(penalty, binary, points));
  problem.r = options.r;
  problem.c = options.c.value_or(binary ? 0.1 : 0.03);
  problem.sweeps = options.sweeps > 0            ? options.sweeps
                   : penalty == Penalty::Cheeger ? 10
                                                 : 5;
  problem.steps = kSmootherSteps;
  ClassSizes sizes = class_sizes(problem, options);
  problem.sizes = std::move(sizes.sizes);
  if (!binary && !laplacian && !std::isinf(sizes.rho))
    problem.drift = sizes.drift;
  return problem;
}

// One training.
class Run {
 public:
  Run(const GraphProblem& problem, const GraphOptions& options,
      const Progress& progress)
      : problem_(problem),
        options_(options),
        progress_(progress),
        stopping_{options.tolerance, options.steady, options.max_iterations},
        most_runs_(options.starts > 0         ? options.starts
                   : is_text(*problem.points) ? 1
                                              : kStarts) {}

  GraphSolution solve() {
    if (penalty_of(options_.method) == Penalty::Laplacian) {
      return solve_laplacian(problem_, kLaplacianStopping);
    }
    Smoother& space =
        problem_.points->smoother(problem_.lambda, problem_.r, problem_.steps);
    GraphSolution solution = continue_from(make_start(problem_), space);
    if (most_runs_ > 1 && !problem_.all_labeled() && !interrupted_)
      search(space, solution);
    return solution;
  }

  [[nodiscard]] int start() const { return start_; }
  [[nodiscard]] double seconds() const { return watch_.seconds(); }

 private:
  GraphSolution continue_from(std::vector<double> start, Smoother& space) {
    const GraphReport report = [this](const GraphStatus& status) {
      return tell(status);
    };
    if (penalty_of(options_.method) == Penalty::Cheeger) {
      return solve_cheeger(problem_, stopping_, std::move(start), space,
                           report);
    }
    TvIterate iterate;
    iterate.g = std::move(start);
    GraphSolution solution;
    solution.stop = solve_tv(problem_, stopping_, iterate, space, report);
    solution.status = iterate.status;
    solution.f = std::move(iterate.f);
    solution.expansion = expansion_of(space, problem_.columns());
    return solution;
  }

  // Starts again where a partition costs less than the one that the best run
  // came to, one move after the other, and from the first after a success.
  void search(Smoother& space, GraphSolution& best) {
    CutSearch search(problem_, [&] { return tell(best.status); });
    Partition partition = search.partition_of(best.f);
    double least = search.cost()(partition);
    if (std::isinf(least) && least < 0) return;  // it cuts nothing
    for (int move = 0; move < search.moves() && run_ + 1 < most_runs_; ++move) {
      Partition next = search.resplit(partition, move);
      if (interrupted_) break;
      if (!(search.cost()(next) < least + kWorthTrying) ||
          same(next, partition))
        continue;
      ++run_;
      space.forget();
      GraphSolution solution = continue_from(search.start_from(next), space);
      if (interrupted_) break;
      next = search.partition_of(solution.f);
      const double cost = search.cost()(next);
      if (!(cost < least + kBetter)) continue;
      least = cost;
      partition = std::move(next);
      best = std::move(solution);
      start_ = run_;
      move = -1;
    }
    if (interrupted_) best.stop = Stop::Interrupted;
  }

  [[nodiscard]] bool same(const Partition& a, const Partition& b) const {
    const auto different = std::inner_product(
        a.begin(), a.end(), b.begin(), 0.0, std::plus<>(),
        [](std::int32_t x, std::int32_t y) { return x != y ? 1.0 : 0.0; });
    return different * problem_.classes() <
           kSamePartition * static_cast<double>(a.size());
  }

  bool tell(const GraphStatus& status) {
    if (!progress_) return true;
    ProgressRecord record;
    record.stage = to_string(options_.method);
    record.iteration = status.iteration;
    record.unit = "iterations";
    record.seconds = seconds();
    record.objective = status.energy;
    record.fraction_done = (run_ + static_cast<double>(status.iteration) /
                                       options_.max_iterations) /
                           most_runs_;
    interrupted_ = !progress_(record);
    return !interrupted_;
  }

  const GraphProblem& problem_;
  const GraphOptions& options_;
  const Progress& progress_;
  GraphStopping stopping_;
  int most_runs_;
  int run_ = 0, start_ = 0;
  bool interrupted_ = false;
  Stopwatch watch_;
};

GraphSummary summarize(const GraphProblem& problem, const GraphOptions& options,
                       const GraphSolution& solution) {
  const GraphPoints& points = *problem.points;
  GraphSummary summary;
  summary.method = options.method;
  summary.rows = points.size();
  summary.labeled = static_cast<Index>(problem.labeled.size());
  summary.unlabeled = summary.rows - summary.labeled;
  summary.features = points.rows().cols();
  summary.nonzeros = points.rows().nonzeros();
  summary.edges = points.graph().edges();
  summary.kernel = to_string(points.kernel_spec().form);
  summary.lambda = problem.lambda;
  summary.gamma = problem.gamma;
  summary.class_sizes = problem.sizes;
  summary.class_sizes_source = to_string(options.class_sizes.source);
  summary.drift = problem.drift;
  summary.objective = solution.status.energy;
  summary.variation = solution.status.variation;
  summary.gap = solution.status.gap;
  summary.primal_residual = solution.status.primal_residual;
  summary.dual_residual = solution.status.dual_residual;
  summary.changed = solution.status.changed;
  summary.stop = solution.stop;
  summary.iterations = solution.status.iteration;
  return summary;
}

// Labelled rows of which `found` says another class.
Index contradicted(const GraphProblem& problem,
                   std::span<const std::int32_t> found) {
  Index count = 0;
  for (std::size_t i = 0; i < problem.labeled.size(); ++i)
    count += found[problem.labeled[i]] != problem.classes_of[i] ? 1 : 0;
  return count;
}

// What the model says of the points themselves, each its own nearest
// neighbour. On text that is better than f: the regression pools the words of
// all rows.
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

}  // namespace

std::string_view to_string(GraphMethod method) {
  switch (method) {
    case GraphMethod::LapRls:
      return "lap-rls";
    case GraphMethod::LapSvm:
      return "lap-svm";
    case GraphMethod::TvRls:
      return "tv-rls";
    case GraphMethod::TvSvm:
      return "tv-svm";
    case GraphMethod::CheegerRls:
      return "cheeger-rls";
    case GraphMethod::CheegerSvm:
      return "cheeger-svm";
  }
  return "unknown";
}

bool uses_hinge(GraphMethod method) {
  return method == GraphMethod::LapSvm || method == GraphMethod::TvSvm ||
         method == GraphMethod::CheegerSvm;
}

GraphResult train_graph(GraphPoints& points,
                        std::span<const std::int32_t> labels,
                        const std::vector<std::string>& classes,
                        const GraphOptions& options, const Progress& progress) {
  const GraphProblem problem = make_problem(points, labels, classes, options);
  Run run(problem, options, progress);
  GraphSolution solution = run.solve();
  if (is_text(points)) {
    const bool squared = penalty_of(options.method) != Penalty::Laplacian;
    solution.expansion = expand_to_unseen(problem, solution.f, squared);
  }

  GraphResult result;
  result.summary = summarize(problem, options, solution);
  result.summary.start = run.start();
  const Components components = connected_components(points.graph());
  result.summary.components = components.count();
  result.summary.unreached = unreached(components, labels).nodes;
  result.labels.assign(labels.size(), 0);
  (void)decide(problem.columns(), solution.f, result.labels);
  result.summary.contradicted = contradicted(problem, result.labels);
  if (is_text(points)) decide_as_model(problem, solution, result.labels);
  put_labels(problem, result.labels);
  KernelModel& model = result.model;
  model.classes = classes;
  model.kernel = points.kernel_spec();
  model.features = points.rows().cols();
  model.coefficients = std::move(solution.expansion.coefficients);
  model.remainder = std::move(solution.expansion.remainder);
  model.rows = rows_needed(points, !model.remainder.empty());
  model.offsets = std::move(solution.expansion.offsets);
  result.summary.seconds = run.seconds();
  return result;
}

}  // namespace semilin
