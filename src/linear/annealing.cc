#include "linear/annealing.h"

#include <chrono>
#include <cmath>

#include "linear/beliefs.h"

namespace semilin {
namespace {

constexpr double kCooling = 1.5;          // T is divided by this
constexpr double kLastEntropy = 1e-6;     // annealing ends below this ...
constexpr double kLastShare = 1e-6;       // ... or T x entropy below this x J
constexpr double kStageViolation = 1e-5;  // of the class sizes on the way
constexpr double kLastViolation = 1e-11;  // and at the end
constexpr double kChange = 1e-6;          // a temperature ends below
constexpr int kMaxAlternations = 100;     // at one temperature
constexpr double kStageTolerance = 1e-3;  // of the w steps on the way ...
constexpr int kStageSteps = 5;            // ... and their Newton steps

// SK06 start at 10 lambda_u, where the beliefs are flat. With several classes
// that forgets what the labelled rows said, and very unequal classes do not
// find back: half of lambda_u is still above the temperatures at which the
// entropy falls (docs/methods.md has the measurements).
double first_temperature(const Machine& machine, const LinearOptions& options) {
  if (!std::isnan(options.temperature)) return options.temperature;
  return (machine.outputs() == 1 ? 10.0 : 0.5) * options.lambda_u;
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
                        machine.threads()};
  std::vector<double> multipliers;
  LinearSummary& summary = machine.summary;
  bool interrupted = false;
  summary.temperature = first_temperature(machine, options);
  while (true) {
    for (int round = 0; round < kMaxAlternations && !interrupted; ++round) {
      const BeliefResult step = update_beliefs(problem, summary.temperature,
                                               multipliers, machine.beliefs());
      summary.entropy = step.entropy;
      if (round > 0 && step.change < kChange) break;
      machine.retrain(options.lambda_u, kStageTolerance, kStageSteps);
      interrupted = progress && !progress(record(machine, start));
    }
    if (interrupted ||
        frozen(summary.entropy, summary.temperature, machine.objective())) {
      break;
    }
    summary.temperature /= kCooling;
  }
  problem.tolerance = kLastViolation;
  summary.entropy = update_beliefs(problem, summary.temperature, multipliers,
                                   machine.beliefs())
                        .entropy;
  machine.finish(options.lambda_u);
  if (interrupted) summary.stop = Stop::Interrupted;
}

}  // namespace semilin
