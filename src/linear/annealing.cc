#include "linear/annealing.h"

#include <chrono>
#include <cmath>

#include "linear/beliefs.h"

namespace semilin {
namespace {

constexpr double kLastEntropy = 1e-6;     // annealing ends below this ...
constexpr double kLastShare = 1e-6;       // ... or T x entropy below this x J
constexpr double kStageViolation = 1e-5;  // of the class sizes on the way
constexpr double kLastViolation = 1e-11;  // and at the end
constexpr double kChange = 1e-6;          // a temperature ends below
constexpr int kMaxAlternations = 100;     // at one temperature
constexpr int kStageSteps = 5;            // Newton steps of a w step on the way

// How the temperature falls, and how well w is solved for on the way.
//
// SK06 start at 10 lambda_u, where the beliefs are flat, and divide by 1.5. Two
// classes can afford to cool more slowly. With several classes a flat start
// forgets what the labelled rows said, and very unequal classes do not find
// back: half of lambda_u is still above the temperatures at which the entropy
// falls (docs/methods.md has the measurements).
struct Schedule {
  double first;      // T
  double cooling;    // T is divided by this
  double tolerance;  // of the w steps, relative to the gradient at w = 0
};

Schedule schedule_for(const Machine& machine, const LinearOptions& options) {
  Schedule schedule = machine.outputs() == 1
                          ? Schedule{10 * options.lambda_u, 1.25, 3e-4}
                          : Schedule{0.5 * options.lambda_u, 1.5, 1e-3};
  if (!std::isnan(options.temperature)) schedule.first = options.temperature;
  return schedule;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

ProgressRecord record(const Machine& machine,
                      std::chrono::steady_clock::time_point start) {
  ProgressRecord record;
  record.stage = "da";
  record.iteration = machine.summary.retrainings;
  record.seconds = seconds_since(start);
  record.objective = machine.objective();
  record.temperature = machine.summary.temperature;
  record.entropy = machine.summary.entropy;
  return record;
}

// Below, the beliefs are labels for all that the objective can tell: entropy
// that stays (rows alike on a boundary) weighs nothing.
bool frozen(double entropy, double temperature, double objective) {
  return entropy <= kLastEntropy ||
         temperature * entropy <= kLastShare * objective;
}

}  // namespace

void anneal(Machine& machine, const LinearOptions& options,
            std::span<const double> ratio, double rho,
            const Progress& progress) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<double> scratch;
  BeliefProblem problem{machine.outputs_block(),
                        machine.stride(),
                        machine.outputs(),
                        machine.unlabeled(),
                        machine.unlabeled_weights(),
                        ratio,
                        options.lambda_u,
                        rho,
                        false,
                        kStageViolation,
                        machine.threads(),
                        &scratch};
  std::vector<double> multipliers;
  LinearSummary& summary = machine.summary;
  bool interrupted = false;
  const Schedule schedule = schedule_for(machine, options);
  summary.temperature = schedule.first;
  // A cold start finds its multipliers from above.
  for (double warm = options.lambda_u; warm > 3 * schedule.first; warm /= 3) {
    solve_multipliers(problem, warm, multipliers);
  }
  while (true) {
    for (int round = 0; round < kMaxAlternations && !interrupted; ++round) {
      const BeliefResult step = update_beliefs(problem, summary.temperature,
                                               multipliers, machine.beliefs());
      summary.entropy = step.entropy;
      if (round > 0 && step.change < kChange) break;
      machine.retrain(options.lambda_u, schedule.tolerance, kStageSteps);
      interrupted = progress && !progress(record(machine, start));
    }
    if (interrupted ||
        frozen(summary.entropy, summary.temperature, machine.objective())) {
      break;
    }
    summary.temperature /= schedule.cooling;
  }
  problem.tolerance = kLastViolation;
  summary.entropy = update_beliefs(problem, summary.temperature, multipliers,
                                   machine.beliefs())
                        .entropy;
  machine.finish(options.lambda_u);
  if (interrupted) summary.stop = Stop::Interrupted;
}

}  // namespace semilin
