#include "linear/transductive.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/stopwatch.h"
#include "linear/assignment.h"
#include "linear/settled.h"

namespace semilin {
namespace {

constexpr double kFirstShare = 1e-3;      // of lambda_u: the first lambda_u'
constexpr double kGrowth = 1.5;           // lambda_u' is multiplied by this
constexpr double kStageTolerance = 1e-3;  // of the retrainings on the way
// A switch must gain more than the retraining leaves undone (in units of
// lambda_u l2), or rounding could switch a pair back and forth.
constexpr double kLeastGain = 1e-6;

// For the fraction that is told, fitted to runs (docs/design-log.md): a stage's
// first retraining is most of it, the later stages take longer, and then comes
// the last solve.
constexpr double kFirstRetraining = 0.8;
constexpr double kSlowing = 1.4;  // of two classes: more
constexpr double kSlowingOfTwo = 2;
constexpr double kLastSolve = 0.1;

// After `part` of the stage of lambda_u' = share * lambda_u.
double fraction_at(double share, double part, double slowing) {
  const double stage = std::log(share / kFirstShare) / std::log(kGrowth);
  const double stages = 1 - std::log(kFirstShare) / std::log(kGrowth);
  return (1 - kLastSolve) *
         std::pow(std::max(0.0, stage + part) / stages, slowing);
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

}  // namespace

void train_transductive(OutputBatch& batch, const LinearOptions& options,
                        const ClassSizes& wanted, const Progress& progress,
                        BatchCheckpointer& checkpoint) {
  const Stopwatch watch;
  BeliefProblem problem = batch.belief_problem(wanted.sizes);
  LinearSummary& summary = batch.summary;
  bool interrupted = false;
  const double slowing = batch.outputs() == 1 ? kSlowingOfTwo : kSlowing;
  double before = 0;  // the fraction done by the run that this one goes on from
  const auto report = [&](double lambda_u) {
    if (!progress) return;
    ProgressRecord record;
    record.stage = "tsvm";
    record.iteration = summary.retrainings;
    record.seconds = watch.seconds();
    record.objective = batch.objective();
    record.lambda_u = lambda_u;
    record.switches = summary.switches;
    const double told =
        fraction_at(lambda_u / options.lambda_u, kFirstRetraining, slowing);
    record.fraction_done = (told - before) / (1 - before);
    interrupted = !progress(record);
  };

  double rho = wanted.rho;
  std::vector<double> sizes;
  std::vector<std::int32_t> labels;
  double lambda_u = kFirstShare * options.lambda_u;
  if (const auto state = checkpoint.resume()) {
    lambda_u = state->at(0);
    rho = state->at(1);
    labels = settled_classes(batch);
    before = fraction_at(lambda_u / options.lambda_u, 0, slowing);
  } else {
    labels = assign_classes(problem);
    set_classes(batch, labels);
  }
  while (true) {
    if (!std::isinf(rho)) {
      sizes = relaxed_sizes(problem, wanted, rho);
      problem.class_sizes = sizes;
      labels = assign_classes(problem);
      set_classes(batch, labels);
    }
    Index switched = 0;
    do {
      batch.retrain(lambda_u, kStageTolerance, options.max_iterations);
      switched =
          switch_labels(problem, options.max_switches, kLeastGain, labels);
      set_classes(batch, labels);
      summary.switches += switched;
      report(lambda_u);
    } while (switched > 0 && !interrupted);
    if (interrupted || lambda_u >= options.lambda_u) break;
    lambda_u = std::min(kGrowth * lambda_u, options.lambda_u);
    checkpoint.offer({lambda_u, rho});
  }
  summary.rho = rho;
  batch.finish(options.lambda_u);
  if (interrupted) summary.stop = Stop::Interrupted;
}

}  // namespace semilin
