#include <algorithm>
#include <cmath>
#include <vector>

#include "base/stopwatch.h"
#include "linear/assignment.h"
#include "linear/semisupervised.h"

namespace semilin {
namespace {

constexpr double kFirstShare = 1e-3;      // first lambda_u' / lambda_u
constexpr double kGrowth = 1.5;           // lambda_u' is multiplied by this
constexpr double kStageTolerance = 1e-3;  // tolerance on the way
// A stage ends with a round of fewer switches than this per unlabeled row.
constexpr double kFewSwitches = 1e-3;
constexpr double kFewLastSwitches = 1e-4;  // the same at lambda_u
// A switch must gain more than the retraining leaves undone (in units of
// lambda_u l2), or rounding could switch a pair back and forth.
constexpr double kLeastGain = 1e-6;

// How many stages have a lambda_u' below this share of lambda_u.
int stages_before(double share) {
  constexpr double kRounding = 1e-6;
  return static_cast<int>(
      std::ceil(std::log(share / kFirstShare) / std::log(kGrowth) - kRounding));
}

// The fewest switches in a round with which a stage continues.
Index least_switches(const LinearOptions& options, Index unlabeled, bool last) {
  const double share = last ? kFewLastSwitches : kFewSwitches;
  const Index few = std::max(
      Index{1}, static_cast<Index>(share * static_cast<double>(unlabeled)));
  return options.max_switches > 0 ? std::min(few, options.max_switches) : few;
}

void set_classes(OutputBatch& batch, const std::vector<std::int32_t>& labels) {
  for (std::size_t j = 0; j < labels.size(); ++j) {
    batch.set_class(batch.unlabeled()[j], labels[j]);
  }
}

// The sizes of the beliefs at a low temperature, which give way to the outputs
// as far as `wanted` lets them.
std::vector<double> relaxed_sizes(BeliefProblem problem,
                                  const ClassSizes& wanted, double& rho) {
  std::vector<double> multipliers;
  problem.class_sizes = wanted.sizes;
  problem.rho = rho;
  problem.drift = wanted.drift;
  for (const double temperature : {1.0, 0.3, 0.1, 0.03}) {
    problem.rho = solve_multipliers(problem, temperature, multipliers);
  }
  rho = problem.rho;
  return sizes_asked(problem, multipliers);
}

ProgressRecord record_of(const OutputBatch& batch, double lambda_u,
                         bool settled, const Stopwatch& watch) {
  ProgressRecord record;
  record.iteration = batch.summary.retrainings;
  record.seconds = watch.seconds();
  record.objective = batch.objective();
  record.lambda_u = lambda_u;
  record.switches = batch.summary.switches;
  // the last solve is one stage more
  record.fraction_done =
      (stages_before(lambda_u / batch.lambda_u()) + (settled ? 1 : 0.5)) /
      (stages_before(1) + 2);
  return record;
}

}  // namespace

void train_transductive(OutputBatch& batch, const LinearOptions& options,
                        const ClassSizes& wanted, const Progress& progress) {
  const Stopwatch watch;
  BeliefProblem problem = batch.belief_problem(wanted.sizes);
  LinearSummary& summary = batch.summary;
  double rho = wanted.rho;
  std::vector<double> sizes;
  double lambda_u = kFirstShare * batch.lambda_u();
  std::vector<std::int32_t> labels = assign_classes(problem);
  set_classes(batch, labels);
  bool interrupted = false;
  while (true) {
    if (!std::isinf(rho)) {
      sizes = relaxed_sizes(problem, wanted, rho);
      problem.class_sizes = sizes;
      labels = assign_classes(problem);
      set_classes(batch, labels);
    }
    const bool last = lambda_u >= batch.lambda_u();
    const Index least = least_switches(options, summary.unlabeled, last);
    bool settled = false;
    do {
      batch.retrain(lambda_u, kStageTolerance, options.max_iterations);
      const Index switched =
          switch_labels(problem, options.max_switches, kLeastGain, labels);
      set_classes(batch, labels);
      summary.switches += switched;
      settled = switched < least;
      interrupted =
          progress && !progress(record_of(batch, lambda_u, settled, watch));
    } while (!settled && !interrupted);
    if (interrupted || last) break;
    lambda_u = std::min(kGrowth * lambda_u, batch.lambda_u());
  }
  summary.rho = rho;
  batch.finish(batch.lambda_u(), options.tolerance);
  batch.measure();
  if (interrupted) summary.stop = Stop::Interrupted;
}

}  // namespace semilin
