#include "linear/annealing.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/stopwatch.h"
#include "linear/beliefs.h"

namespace semilin {
namespace {

constexpr double kRoughest = 1e-2;
constexpr double kLastShare = 1e-6;       // annealing ends with T x entropy / J
constexpr double kStageViolation = 1e-5;  // of the class sizes on the way
constexpr double kLastViolation = 1e-11;  // and at the end
constexpr int kMaxAlternations = 100;     // at one temperature
constexpr int kStageSteps = 1;            // Newton steps of a w step on the way
// The entropy falls by a hundredth of log K or by 60 % between temperatures.
constexpr double kFallOfAll = 0.01;
constexpr double kFallOfRest = 0.6;

// How the temperature falls, and how well w is solved for on the way.
//
// SK06 start at 10 lambda_u, where the beliefs are flat, and divide by 1.5. Two
// classes can afford to cool more slowly. With several classes a flat start
// forgets what the labelled rows said, and very unequal classes do not find
// back: half of lambda_u is still above the temperatures at which the entropy
// falls (docs/design-log.md has the measurements).
//
// A tolerance up to kRoughest makes all of it rough: half the products, and
// models that are as good. Rougher w steps lose what the few labelled rows of
// several classes say (docs/design-log.md).
struct Schedule {
  double first;           // T
  double cooling;         // T is divided by this
  double tolerance;       // of the w steps, relative to the gradient at w = 0
  double settled = 1e-3;  // a temperature ends with this change of J
  double last_entropy = 1e-6;  // annealing ends below this
};

Schedule schedule_for(const Machine& machine, const LinearOptions& options) {
  const double rough = std::min(options.tolerance, kRoughest);
  Schedule schedule =
      machine.outputs() == 1
          ? Schedule{2 * options.lambda_u, 1.25, std::max(3e-4, rough)}
          : Schedule{0.5 * options.lambda_u, 1.5, std::max(1e-3, rough / 10)};
  schedule.settled = std::max(schedule.settled, rough);
  schedule.last_entropy = std::max(schedule.last_entropy, rough);
  if (!std::isnan(options.temperature)) schedule.first = options.temperature;
  return schedule;
}

ProgressRecord record(const Machine& machine, const Stopwatch& watch) {
  ProgressRecord record;
  record.stage = "da";
  record.iteration = machine.summary.retrainings;
  record.seconds = watch.seconds();
  record.objective = machine.objective();
  record.temperature = machine.summary.temperature;
  record.entropy = machine.summary.entropy;
  return record;
}

// One annealing: the temperature, the multipliers of its class sizes, and the
// machine that is retrained.
class Annealing {
 public:
  Annealing(Machine& machine, const LinearOptions& options,
            const ClassSizes& wanted, const Progress& progress,
            Checkpointer& checkpoint)
      : machine_(machine),
        options_(options),
        schedule_(schedule_for(machine, options)),
        problem_{machine.outputs_block(),
                 machine.stride(),
                 machine.outputs(),
                 machine.unlabeled(),
                 machine.unlabeled_weights(),
                 wanted.sizes,
                 options.lambda_u,
                 wanted.rho * options.lambda_u,
                 false,
                 kStageViolation,
                 machine.threads(),
                 &scratch_,
                 wanted.drift},
        progress_(progress),
        checkpoint_(checkpoint) {}

  void run() {
    start();
    while (alternate() && !frozen()) {
      cool();
      checkpoint_.offer(state());
    }
    problem_.tolerance = kLastViolation;
    update();
    machine_.summary.rho = problem_.rho / options_.lambda_u;
    machine_.finish(options_.lambda_u);
    if (interrupted_) machine_.summary.stop = Stop::Interrupted;
  }

 private:
  double& temperature() { return machine_.summary.temperature; }
  double& entropy() { return machine_.summary.entropy; }

  // A cold start finds its multipliers from above.
  void start() {
    if (const auto state = checkpoint_.resume()) return restore(*state);
    temperature() = schedule_.first;
    BeliefProblem flat = problem_;
    flat.drift = std::numeric_limits<double>::infinity();
    double warm = options_.lambda_u;
    while (warm > 3 * schedule_.first) {
      solve_multipliers(flat, warm, multipliers_);
      warm /= 3;
    }
    update();
  }

  // What the next temperature begins with, beside the machine.
  Checkpointer::State state() {
    Checkpointer::State state = {temperature(), entropy(), problem_.rho};
    state.insert(state.end(), multipliers_.begin(), multipliers_.end());
    return state;
  }
  void restore(const Checkpointer::State& state) {
    temperature() = state.at(0);
    entropy() = state.at(1);
    problem_.rho = state.at(2);
    multipliers_.assign(state.begin() + 3, state.end());
  }

  // The p step.
  void update() {
    entropy() = update_beliefs(problem_, temperature(), multipliers_,
                               machine_.beliefs())
                    .entropy;
  }

  // w and p steps in turn, until the objective has settled; false: interrupted.
  bool alternate() {
    for (int round = 0; round < kMaxAlternations; ++round) {
      const double before = machine_.objective();
      machine_.retrain(options_.lambda_u, schedule_.tolerance, kStageSteps);
      interrupted_ = progress_ && !progress_(record(machine_, watch_));
      const double change = std::abs(machine_.objective() - before);
      if (interrupted_ || change <= schedule_.settled * before) break;
      update();
    }
    return !interrupted_;
  }

  // Lowers T until the entropy, at the outputs in force, has fallen: where the
  // beliefs hardly move, temperatures are skipped.
  void cool() {
    const double all = std::log(std::max(2, machine_.outputs()));
    const double fall = std::min(kFallOfAll * all, kFallOfRest * entropy());
    const double goal = entropy() - fall;
    do {
      temperature() /= schedule_.cooling;
      update();
    } while (entropy() > goal && !frozen());
  }

  // The beliefs are labels for all that the objective can tell: entropy that
  // stays (rows alike on a boundary) weighs nothing.
  bool frozen() {
    return entropy() <= schedule_.last_entropy ||
           temperature() * entropy() <= kLastShare * machine_.objective();
  }

  Machine& machine_;
  const LinearOptions& options_;
  Schedule schedule_;
  std::vector<double> scratch_;
  BeliefProblem problem_;
  std::vector<double> multipliers_;
  const Progress& progress_;
  Checkpointer& checkpoint_;
  Stopwatch watch_;
  bool interrupted_ = false;
};

}  // namespace

void anneal(Machine& machine, const LinearOptions& options,
            const ClassSizes& wanted, const Progress& progress,
            Checkpointer& checkpoint) {
  Annealing(machine, options, wanted, progress, checkpoint).run();
}

}  // namespace semilin
