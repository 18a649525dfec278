#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <utility>

#include "base/stopwatch.h"
#include "kernel/cheeger.h"
#include "kernel/cut_search.h"
#include "kernel/laplacian_methods.h"
#include "kernel/tv_splitting.h"

namespace semilin {
namespace {

// What another run must gain of the logarithm of the cost (less is no reason
// to leave the labels' own optimum), and what a partition may cost more and be
// tried, since the run smooths it.
constexpr double kBetter = -0.02, kWorthTrying = 0.05;
// Partitions that differ by less than this part of a class are the same.
constexpr double kSamePartition = 0.1;

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

class Restarts {
 public:
  Restarts(const GraphProblem& problem, const GraphOptions& options,
           const Progress& progress)
      : problem_(problem),
        options_(options),
        progress_(progress),
        stopping_{options.tolerance, options.steady, options.max_iterations},
        space_(problem.points->smoother(problem.lambda, problem.r,
                                        problem.steps)) {}

  GraphSolution solve() {
    std::vector<double> start =
        problem_.start != nullptr ? *problem_.start : start_of_labels(problem_);
    normalize(problem_, start);
    best_ = run_from(std::move(start));
    if (options_.starts > 1 && !problem_.all_labeled() && !interrupted_)
      search();
    return std::move(best_);
  }

 private:
  GraphSolution run_from(std::vector<double> start) {
    const GraphReport report = [this](const GraphStatus& status) {
      return tell(status);
    };
    if (penalty_of(options_.method) == GraphPenalty::Cheeger) {
      return solve_cheeger(problem_, stopping_, std::move(start), space_,
                           report);
    }
    TvIterate iterate;
    iterate.g = std::move(start);
    GraphSolution solution;
    solution.stop = solve_tv(problem_, stopping_, iterate, space_, report);
    solution.status = iterate.status;
    solution.f = std::move(iterate.f);
    solution.expansion = expansion_of(space_, problem_.columns());
    return solution;
  }

  // Starts again where a partition costs less than the one that the best run
  // came to, one move after the other, and from the first after a success.
  void search() {
    CutSearch search(problem_, [&] { return tell(best_.status); });
    Partition partition = search.partition_of(best_.f);
    double least = search.cost()(partition);
    if (std::isinf(least) && least < 0) return;  // it cuts nothing
    std::uint64_t attempts = 0;                  // to split a partition
    for (int move = 0; move < search.moves() && run_ + 1 < options_.starts;
         ++move) {
      const Partition next = search.resplit(partition, move, attempts++);
      if (interrupted_) break;
      if (!(search.cost()(next) < least + kWorthTrying) ||
          same(next, partition))
        continue;
      ++run_;
      space_.forget();
      GraphSolution solution = run_from(search.start_from(next));
      if (interrupted_) break;
      Partition found = search.partition_of(solution.f);
      const double cost = search.cost()(found);
      if (!(cost < least + kBetter)) continue;
      least = cost;
      partition = std::move(found);
      best_ = std::move(solution);
      best_.run = run_;
      move = -1;
    }
    if (interrupted_) best_.stop = Stop::Interrupted;
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
    record.iteration = status.iteration;
    record.unit = "iterations";
    record.seconds = watch_.seconds();
    record.objective = status.energy;
    record.fraction_done = (run_ + static_cast<double>(status.iteration) /
                                       options_.max_iterations) /
                           options_.starts;
    interrupted_ = !progress_(record);
    return !interrupted_;
  }

  const GraphProblem& problem_;
  const GraphOptions& options_;
  const Progress& progress_;
  GraphStopping stopping_;
  Smoother& space_;
  GraphSolution best_;
  int run_ = 0;  // the one that goes on
  bool interrupted_ = false;
  Stopwatch watch_;
};

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

GraphSolution solve_with_restarts(const GraphProblem& problem,
                                  const GraphOptions& options,
                                  const Progress& progress) {
  return Restarts(problem, options, progress).solve();
}

}  // namespace semilin
