#include "kernel/restarts.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/stopwatch.h"
#include "kernel/cheeger.h"
#include "kernel/cut_search.h"
#include "kernel/iteration.h"
#include "kernel/starts.h"
#include "kernel/tv_splitting.h"
#include "linear/checkpoint.h"

namespace semilin {
namespace {

// Of the logarithm of the cost: what another run must gain (less is no reason
// to leave the labels' own optimum), and what a partition may cost more and be
// tried, since the run smooths it.
constexpr double kBetter = -0.02, kWorthTrying = 0.05;
// Partitions that differ by less than this part of a class are the same.
constexpr double kSamePartition = 0.1;

class Restarts {
 public:
  Restarts(const GraphProblem& problem, const GraphOptions& options,
           const Progress& progress, const Checkpoint& checkpoint)
      : problem_(problem),
        options_(options),
        progress_(progress),
        stopping_{options.tolerance, options.steady, options.max_iterations},
        space_(
            problem.points->smoother(problem.lambda, problem.r, problem.steps)),
        first_(make_start(problem)),
        checkpointer_(checkpoint, [this] { return origin(); }),
        resume_(checkpoint.resume) {
    if (resume_ != nullptr) restore();
  }

  GraphSolution solve() {
    if (best_.f.empty()) best_ = run_from(std::move(first_));
    if (options_.starts > 1 && !problem_.all_labeled() && !interrupted_)
      search();
    return std::move(best_);
  }

  [[nodiscard]] int chosen() const { return static_cast<int>(place_[1]); }

 private:
  // Where the search stands: the run, the one chosen, the move, and how often a
  // partition was split. Numbers, for the checkpoint.
  double& run() { return place_[0]; }
  double& move() { return place_[2]; }
  double& attempts() { return place_[3]; }

  GraphSolution run_from(std::vector<double> start) {
    const GraphReport report = [this](const GraphStatus& status) {
      return tell(status);
    };
    const GraphKeeper keeper{
        [this](const std::function<void(Archive&)>& put) { offer(put); },
        std::exchange(resume_, nullptr)};
    if (penalty_of(options_.method) == GraphPenalty::Cheeger) {
      return solve_cheeger(problem_, stopping_, std::move(start), space_,
                           report, keeper);
    }
    TvIterate iterate;
    iterate.g = std::move(start);
    GraphSolution solution;
    solution.stop =
        solve_tv(problem_, stopping_, iterate, space_, report, keeper);
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
    for (; move() < search.moves() && may_run(); ++move()) {
      std::vector<double> start;
      if (resume_ == nullptr) {
        offer({});
        const Partition next =
            search.resplit(partition, static_cast<int>(move()),
                           static_cast<std::uint64_t>(attempts()++));
        if (interrupted_) break;
        if (!(search.cost()(next) < least + kWorthTrying) ||
            same(next, partition))
          continue;
        ++run();
        space_.forget();
        start = search.start_from(next);
      }
      GraphSolution solution = run_from(std::move(start));
      if (interrupted_) break;
      Partition next = search.partition_of(solution.f);
      const double cost = search.cost()(next);
      if (!(cost < least + kBetter)) continue;
      least = cost;
      partition = std::move(next);
      best_ = std::move(solution);
      place_[1] = run();
      move() = -1;
    }
    if (interrupted_) best_.stop = Stop::Interrupted;
  }

  // Another one, or the one that is resumed.
  [[nodiscard]] bool may_run() {
    return resume_ != nullptr || run() + 1 < options_.starts;
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
    record.fraction_done = (run() + static_cast<double>(status.iteration) /
                                        options_.max_iterations) /
                           options_.starts;
    interrupted_ = !progress_(record);
    return !interrupted_;
  }

  // Problem, options and data; the last are told apart by the start.
  std::string origin() const {
    const GraphPoints& points = *problem_.points;
    nlohmann::json json = {
        {"version", 3},
        {"method", options_.method},
        {"rows", points.size()},
        {"labeled", problem_.labeled.size()},
        {"edges", points.graph().edges()},
        {"class-sizes", problem_.sizes},
        {"drift", problem_.drift},
        {"start", std::inner_product(first_.begin() + 1, first_.end(),
                                     first_.begin(), 0.0)}};
    const auto put = [&json](const std::string& name, const auto& field,
                             const auto&,
                             const auto&) { json[name] = printable(field); };
    describe(options_, put);
    describe(points.kernel_spec(), put);
    return json.dump();
  }

  // Called between two iterations of a run, which `put` records, or between two
  // runs.
  void offer(const std::function<void(Archive&)>& put) {
    checkpointer_.offer([&](Archive& archive) {
      put_blocks({{"place", &place_}}, archive);
      if (!best_.f.empty()) {
        best_status_ = to_numbers(best_.status);
        best_status_.push_back(static_cast<double>(best_.stop));
        put_blocks(best_blocks(), archive);
      }
      if (put) put(archive);
    });
  }

  void restore() {
    restore_blocks(*resume_, {{"place", &place_}});
    require_state(std::all_of(place_.begin(), place_.end(), is_count));
    if (resume_->has("best f")) {
      const Kernel& kernel = problem_.points->kernel();
      const Index columns = problem_.columns();
      best_.f.resize(first_.size());
      best_.expansion = {
          std::vector<double>(kernel.coefficients() * columns),
          std::vector<double>(kernel.delta() > 0 ? first_.size() : 0),
          std::vector<double>(columns)};
      best_status_.resize(to_numbers({}).size() + 1);
      restore_blocks(*resume_, best_blocks());
      best_.status = status_from(best_status_);
      best_.stop = static_cast<Stop>(static_cast<int>(best_status_.back()));
    }
    if (!resume_->has("status")) resume_ = nullptr;  // between two runs
  }

  NamedBlocks best_blocks() {
    return {{"best f", &best_.f},
            {"best coefficients", &best_.expansion.coefficients},
            {"best remainder", &best_.expansion.remainder},
            {"best offsets", &best_.expansion.offsets},
            {"best status", &best_status_}};
  }

  const GraphProblem& problem_;
  const GraphOptions& options_;
  const Progress& progress_;
  GraphStopping stopping_;
  Smoother& space_;
  std::vector<double> first_;
  Checkpointer checkpointer_;
  const Archive* resume_;  // null: as soon as it has been read
  GraphSolution best_;     // without f: none yet
  std::vector<double> best_status_;
  std::vector<double> place_ = std::vector<double>(4, 0.0);
  bool interrupted_ = false;
  Stopwatch watch_;
};

}  // namespace

GraphSolution solve_with_restarts(const GraphProblem& problem,
                                  const GraphOptions& options,
                                  const Progress& progress,
                                  const Checkpoint& checkpoint, int& chosen) {
  Restarts restarts(problem, options, progress, checkpoint);
  GraphSolution solution = restarts.solve();
  chosen = restarts.chosen();
  return solution;
}

}  // namespace semilin
