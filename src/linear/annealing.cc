#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "semilin/advanced/base/random.h"

#include "base/stopwatch.h"
#include "linear/beliefs.h"
#include "linear/semisupervised.h"

namespace semilin {
namespace {

constexpr double kRoughest = 1e-2;
constexpr double kLastShare = 1e-6;       // annealing ends with T x entropy / J
constexpr double kStageViolation = 1e-5;  // class sizes are kept to this
constexpr double kLastViolation = 1e-11;  // the same at the end
constexpr int kMaxAlternations = 100;     // rounds at one temperature
constexpr int kStageSteps = 1;            // Newton steps of a w step on the way
// The entropy falls by a hundredth of log K or by 60 % between temperatures.
constexpr double kFallOfAll = 0.01;
constexpr double kFallOfRest = 0.6;
// The early temperatures use only a sample of the unlabeled rows.
constexpr int kEarlyStep = 8;              // one row of this many
constexpr Index kEarlyRows = 50'000;       // fewest rows
constexpr Index kEarlyRowsOfClass = 1000;  // fewest per class on average
constexpr double kEarlyEntropy = 0.02;     // below this part of log K: all rows

// How the temperature falls, and how well w is solved for on the way.
//
// SK06 start at 10 lambda_u, where the beliefs are flat, and divide by 1.5. Two
// classes can afford to cool more slowly. With several classes a flat start
// forgets the labels, and very unequal classes do not recover: half of lambda_u
// is still above the temperatures at which the entropy falls
// (docs/design-log.md).
//
// A tolerance up to kRoughest makes all of it rough: half the products, and
// models that are as good. Rougher w steps lose the evidence of the few
// labeled rows of several classes (docs/design-log.md).
struct Schedule {
  double first;                // T
  double cooling;              // T is divided by this
  double tolerance;            // of w steps, as a part of the gradient at w = 0
  double settled = 1e-3;       // a temperature ends with this change of J
  double last_entropy = 1e-6;  // annealing ends below this
};

Schedule schedule_for(const OutputBatch& batch, const LinearOptions& options) {
  const double rough = std::min(options.tolerance, kRoughest);
  Schedule schedule =
      batch.outputs() == 1
          ? Schedule{2 * batch.lambda_u(), 1.25, std::max(3e-4, rough)}
          : Schedule{0.5 * batch.lambda_u(), 1.5, std::max(5e-4, rough / 10)};
  schedule.settled = std::max(schedule.settled, rough);
  schedule.last_entropy = std::max(schedule.last_entropy, rough);
  if (options.temperature) schedule.first = *options.temperature;
  return schedule;
}

int early_step(const OutputBatch& batch, const LinearOptions& options) {
  if (options.early_step > 0) return options.early_step;
  const Index least = std::max(kEarlyRows, kEarlyRowsOfClass * batch.classes());
  return static_cast<int>(
      std::clamp<Index>(batch.summary.unlabeled / least, 1, kEarlyStep));
}

// The labeled rows and, at random, one of each `step` unlabeled ones: those
// that are here of what is chosen among all.
std::vector<Index> early_rows(const OutputBatch& batch, int step) {
  Random random(1);
  const std::span<const Index> unlabeled = batch.unlabeled();
  std::vector<Index> rows(batch.labeled().begin(), batch.labeled().end());
  const Index first = batch.data().before(std::ssize(unlabeled));
  const Index all = batch.summary.unlabeled;
  for (Index j = 0; j < all; j += step) {
    const Index own = j + random.below(std::min<Index>(step, all - j)) - first;
    if (own >= 0 && own < std::ssize(unlabeled)) rows.push_back(unlabeled[own]);
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

// One annealing: the temperature, the multipliers of its class sizes, and the
// batch that is retrained.
class Annealing {
 public:
  Annealing(OutputBatch& batch, const LinearOptions& options,
            const ClassSizes& wanted, const Progress& progress)
      : batch_(batch),
        options_(options),
        schedule_(schedule_for(batch, options)),
        early_step_(early_step(batch, options)),
        wanted_(wanted),
        problem_(batch.belief_problem(wanted.sizes)),
        progress_(progress) {
    problem_.lambda_u = batch.lambda_u();
    problem_.rho = wanted.rho * batch.lambda_u();
    problem_.drift = wanted.drift;
    problem_.tolerance = kStageViolation;
    problem_.scratch = &scratch_;
  }

  void run() {
    start();
    while (!interrupted_ && alternate() && !frozen())
      cool();
    if (!interrupted_) {
      problem_.tolerance = kLastViolation;
      update();
      batch_.finish(batch_.lambda_u(), options_.tolerance);
    }
    batch_.summary.rho = problem_.rho / batch_.lambda_u();
    batch_.measure();
    if (interrupted_) batch_.summary.stop = Stop::Interrupted;
  }

 private:
  double& temperature() { return batch_.summary.temperature; }
  double& entropy() { return batch_.summary.entropy; }

  void start() {
    if (early_step_ > 1) {
      anneal_early();
      update();
    } else {
      start_cold();
    }
  }

  // Finds its multipliers from above.
  void start_cold() {
    temperature() = schedule_.first;
    BeliefProblem flat = problem_;
    flat.drift = std::numeric_limits<double>::infinity();
    double warm = batch_.lambda_u();
    while (warm > 3 * schedule_.first) {
      (void)solve_multipliers(flat, warm, multipliers_);
      warm /= 3;
    }
    update();
  }

  // The entropy at which the early temperatures end.
  double early_end() const {
    return kEarlyEntropy * std::log(batch_.classes());
  }

  // The early temperatures, on a sample of the unlabeled rows.
  void anneal_early() {
    LinearOptions options = options_;
    options.lambda = batch_.lambda();
    options.lambda_u = batch_.lambda_u();
    const std::vector<Index> rows = early_rows(batch_, early_step_);
    const Dataset data = select(batch_.data(), rows);
    OutputBatch early(
        data, options, batch_.kind(),
        cut_at(batch_.x().pieces(), RowSet::listed(rows), batch_.x().rows()));
    early.continue_from(batch_);
    early.summary.early_rows = early.summary.unlabeled;
    early.go_on = batch_.go_on;
    Annealing annealing(early, options_, wanted_, progress_);
    annealing.watch_ = watch_;
    annealing.sampled_ = true;
    annealing.start_cold();
    while (annealing.alternate() && annealing.entropy() > early_end() &&
           !annealing.frozen())
      annealing.cool();
    interrupted_ = annealing.interrupted_;
    work_ = annealing.work_;
    done_ = annealing.done_;
    problem_.rho = annealing.problem_.rho;
    multipliers_ = std::move(annealing.multipliers_);
    batch_.continue_from(early);  // temperature and entropy, too
  }

  // The p step. rho only rises.
  void update() {
    const BeliefResult result =
        update_beliefs(problem_, temperature(), multipliers_, batch_.beliefs());
    entropy() = result.entropy;
    problem_.rho = result.rho;
  }

  // w and p steps in turn, until the objective has settled; false: interrupted.
  bool alternate() {
    for (int round = 0; round < kMaxAlternations; ++round) {
      const double before = batch_.objective();
      batch_.retrain(batch_.lambda_u(), schedule_.tolerance, kStageSteps);
      work_ += sampled_ ? 1.0 / early_step_ : 1;
      done_ = std::max(done_, work_ / (work_ + work_left()));
      interrupted_ = progress_ && !progress_(record());
      const double change = std::abs(batch_.objective() - before);
      if (interrupted_ || change <= schedule_.settled * before) break;
      update();
    }
    return !interrupted_;
  }

  [[nodiscard]] ProgressRecord record() const {
    ProgressRecord now;
    now.iteration = batch_.summary.retrainings;
    now.seconds = watch_.seconds();
    now.objective = batch_.objective();
    now.temperature = batch_.summary.temperature;
    now.entropy = batch_.summary.entropy;
    now.fraction_done = done_;
    return now;
  }

  // The highest entropy at which the next temperature may begin.
  double next_entropy(double entropy) const {
    const double all = std::log(std::max(2, batch_.outputs()));
    return entropy - std::min(kFallOfAll * all, kFallOfRest * entropy);
  }

  // The work to come, in retrainings of all rows: one for each temperature, if
  // the entropy falls no further than it must, and one for the last solve.
  double work_left() {
    double work = 1;
    double left = entropy();
    while (left > schedule_.last_entropy) {
      work += sampled_ && left > early_end() ? 1.0 / early_step_ : 1;
      left = next_entropy(left);
    }
    return work;
  }

  // Lowers T until the entropy, at the outputs in force, has fallen: where the
  // beliefs hardly move, temperatures are skipped.
  void cool() {
    const double goal = next_entropy(entropy());
    do {
      temperature() /= schedule_.cooling;
      update();
    } while (entropy() > goal && !frozen());
  }

  // The beliefs are labels for all that the objective can tell: entropy that
  // stays (rows alike on a boundary) weighs nothing.
  bool frozen() {
    return entropy() <= schedule_.last_entropy ||
           temperature() * entropy() <= kLastShare * batch_.objective();
  }

  OutputBatch& batch_;
  const LinearOptions& options_;
  Schedule schedule_;
  int early_step_;
  bool sampled_ = false;  // the batch is a sample of the rows
  double work_ = 0;       // done so far, in retrainings of all rows
  double done_ = 0;       // the part of all work that is done; never falls
  const ClassSizes& wanted_;
  std::vector<double> scratch_;
  BeliefProblem problem_;
  std::vector<double> multipliers_;
  const Progress& progress_;
  Stopwatch watch_;
  bool interrupted_ = false;
};

}  // namespace

void anneal(OutputBatch& batch, const LinearOptions& options,
            const ClassSizes& wanted, const Progress& progress) {
  Annealing(batch, options, wanted, progress).run();
}

}  // namespace semilin
