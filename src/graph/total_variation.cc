#include "semilin/advanced/graph/total_variation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "semilin/base/error.h"

#include "graph/tv_edges.h"
#include "graph/tv_passes.h"
#include "matrix/row_check.h"

namespace semilin {

struct TotalVariation::Edges : TvPasses {
  using TvPasses::TvPasses;
};

namespace {

// Coordinate descent has stalled when the gap falls by less than this factor
// from one look to the next.
constexpr double kStalled = 0.5;

template <class Value>
void require_weights(const CsrView<Value>& weights, int threads) {
  require(weights.rows == weights.cols,
          "total variation: the weights must be square, got " +
              std::to_string(weights.rows) + " x " +
              std::to_string(weights.cols));
  const std::string fault =
      row_fault(CsrStore(weights, nullptr), false, threads);
  require(fault.empty(), "total variation: weights: " + fault);
  require(std::all_of(weights.values, weights.values + weights.nonzeros(),
                      [](Value w) { return std::isfinite(w) && w >= 0; }),
          "total variation: weights must be >= 0 and finite");
}

// The momentum t_k of Nesterov's sequence moves on; returns
// (t_k - 1) / t_{k+1}.
double next_momentum(double& t) {
  const double next = (1 + std::sqrt(1 + 4 * t * t)) / 2;
  const double factor = (t - 1) / next;
  t = next;
  return factor;
}

// One call of the proximal map.
class Prox {
 public:
  Prox(const TvPasses& passes, std::span<const double> z,
       std::span<const double> theta, const TvOptions& options, TvState& state,
       std::span<double> g)
      : passes_(passes),
        z_(z.data()),
        theta_(theta),
        columns_(static_cast<int>(theta.size())),
        options_(options),
        state_(state),
        g_(g.data()) {}

  // Looks at the gap every check_interval iterations and after the last; never
  // if that is 0, unless there are no iterations.
  TvResult solve() {
    start();
    TvResult result{.stop = Stop::MaxIterations,
                    .gap = std::numeric_limits<double>::quiet_NaN()};
    if (options_.max_iterations == 0) result.gap = measure();
    while (result.iterations < options_.max_iterations) {
      step();
      ++result.iterations;
      if (ended(options_.go_on)) {
        result.stop = Stop::Interrupted;
        break;
      }
      if (options_.check_interval == 0) continue;
      const bool last = result.iterations == options_.max_iterations;
      if (!last && result.iterations % options_.check_interval != 0) continue;
      const double before = result.gap;
      result.gap = measure();
      if (result.gap <= options_.tolerance) {
        result.stop = Stop::Converged;
        break;
      }
      if (result.iterations > options_.check_interval) {
        accelerate_if_stalled(before, result.gap);
      }
    }
    keep_flow();
    return result;
  }

 private:
  // The dual of the last call, made feasible, or zero.
  void start() {
    state_.dual.resize(passes_.edges().size() * columns_);
    state_.sums.resize(2 * theta_.size());
    if (!std::equal(theta_.begin(), theta_.end(), state_.theta.begin(),
                    state_.theta.end())) {
      passes_.clip(theta_, state_.dual.data());
      state_.theta.assign(theta_.begin(), theta_.end());
      state_.flow.clear();
    }
    if (std::ssize(state_.flow) != passes_.edges().nodes * columns_) {
      passes_.residual(columns_, z_, state_.dual.data(), g_);
    } else {
      passes_.subtract(columns_, z_, state_.flow.data(), g_);
    }
    switch_to(options_.algorithm == TvAlgorithm::Automatic
                  ? TvAlgorithm::CoordinateDescent
                  : options_.algorithm);
  }

  void switch_to(TvAlgorithm algorithm) {
    algorithm_ = algorithm;
    if (algorithm == TvAlgorithm::CoordinateDescent) return;
    state_.previous.assign(state_.dual.begin(), state_.dual.end());
    state_.momentum.assign(theta_.size(), 1.0);
    state_.factor.resize(theta_.size());
    state_.objective.assign(theta_.size(),
                            std::numeric_limits<double>::infinity());
  }

  // The next call begins with it. FISTA's g need not be that of the dual.
  void keep_flow() {
    if (algorithm_ == TvAlgorithm::Fista) return state_.flow.clear();
    state_.flow.resize(passes_.edges().nodes * columns_);
    passes_.subtract(columns_, z_, g_, state_.flow.data());
  }

  void step() {
    switch (algorithm_) {
      case TvAlgorithm::Fista:
        return fista_step();
      case TvAlgorithm::Momentum:
        return momentum_step();
      default:
        passes_.sweep(theta_, state_.dual.data(), g_);
    }
  }

  // Sweeps from an extrapolated point; a column whose dual objective |g|^2/2
  // rose starts its momentum again.
  void momentum_step() {
    for (std::size_t k = 0; k < theta_.size(); ++k)
      state_.factor[k] = next_momentum(state_.momentum[k]);
    passes_.extrapolate(theta_, state_.factor, state_.dual.data(),
                        state_.previous.data(), g_);
    passes_.sweep(theta_, state_.dual.data(), g_);
    passes_.squares(columns_, g_, state_.slots, state_.sums);
    for (std::size_t k = 0; k < theta_.size(); ++k) {
      if (state_.sums[k] > state_.objective[k]) state_.momentum[k] = 1;
      state_.objective[k] = state_.sums[k];
    }
  }

  void fista_step() {
    for (std::size_t k = 0; k < theta_.size(); ++k)
      state_.factor[k] = next_momentum(state_.momentum[k]);
    passes_.residual(columns_, z_, state_.previous.data(), g_);
    passes_.gradient_step(theta_, state_.factor, g_, state_.dual.data(),
                          state_.previous.data(), state_.slots, state_.sums);
    for (std::size_t k = 0; k < theta_.size(); ++k) {
      if (state_.sums[k] > 0) state_.momentum[k] = 1;
    }
  }

  // The largest relative gap of a column.
  double measure() {
    if (algorithm_ == TvAlgorithm::Fista) {
      passes_.residual(columns_, z_, state_.dual.data(), g_);
    }
    passes_.gap(theta_, z_, state_.dual.data(), g_, state_.slots, state_.sums);
    double worst = 0;
    for (std::size_t k = 0; k < theta_.size(); ++k) {
      const double objective = state_.sums[theta_.size() + k];
      if (objective > 0) worst = std::max(worst, state_.sums[k] / objective);
    }
    return worst;
  }

  void accelerate_if_stalled(double before, double now) {
    if (options_.algorithm == TvAlgorithm::Automatic &&
        algorithm_ == TvAlgorithm::CoordinateDescent &&
        now > kStalled * before) {
      switch_to(TvAlgorithm::Momentum);
    }
  }

  const TvPasses& passes_;
  const double* z_;
  std::span<const double> theta_;
  int columns_;
  const TvOptions& options_;
  TvState& state_;
  double* g_;
  TvAlgorithm algorithm_ = TvAlgorithm::CoordinateDescent;
};

}  // namespace

std::string_view to_string(TvAlgorithm algorithm) {
  constexpr std::string_view kNames[] = {"automatic", "coordinate-descent",
                                         "momentum", "fista"};
  return kNames[static_cast<std::size_t>(algorithm)];
}

template <class Value>
TotalVariation::TotalVariation(const CsrView<Value>& weights, int threads) {
  require_weights(weights, threads);
  edges_ = std::make_unique<const Edges>(make_tv_edges(weights), threads);
}
template TotalVariation::TotalVariation(const CsrView<float>&, int);
template TotalVariation::TotalVariation(const CsrView<double>&, int);
TotalVariation::~TotalVariation() = default;
TotalVariation::TotalVariation(TotalVariation&&) noexcept = default;
TotalVariation& TotalVariation::operator=(TotalVariation&&) noexcept = default;

Index TotalVariation::nodes() const {
  return edges_->edges().nodes;
}

Index TotalVariation::edges() const {
  return edges_->edges().size();
}

std::vector<double> TotalVariation::value(std::span<const double> g,
                                          int columns) const {
  require(columns > 0 && static_cast<Index>(g.size()) == nodes() * columns,
          "total variation: g must be nodes x columns");
  std::vector<double> slots;
  std::vector<double> sums(columns);
  edges_->variation(columns, g.data(), slots, sums);
  for (double& sum : sums)
    sum *= 2;
  return sums;
}

TvResult TotalVariation::prox(std::span<const double> z,
                              std::span<const double> theta,
                              const TvOptions& options, TvState& state,
                              std::span<double> g) const {
  const std::size_t size = nodes() * theta.size();
  require(!theta.empty() && z.size() == size && g.size() == size,
          "total variation: z and g must be nodes x columns");
  for (const double t : theta)
    require(std::isfinite(t) && t >= 0,
            "total variation: theta must be >= 0, got " + std::to_string(t));
  require(options.tolerance >= 0 && options.check_interval >= 0 &&
              options.max_iterations >= 0,
          "total variation: tolerance, check_interval and max_iterations must "
          "be >= 0");
  return Prox(*edges_, z, theta, options, state, g).solve();
}

}  // namespace semilin
