#include "semilin/advanced/graph/total_variation.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "semilin/base/error.h"

#include "base/parallel.h"
#include "graph/tv_edges.h"
#include "solvers/blocks.h"

namespace semilin {
namespace {

inline double clamp_to(double value, double bound) {
  return std::min(std::max(value, -bound), bound);
}

// One Gauss-Seidel sweep over the edges begin..end-1: q_e minimizes |g|^2 over
// |q_e| <= theta w_e with all others fixed, edge by edge; g = z - B'q is kept
// up to date.
void sweep_one(const TvEdges& edges, Index begin, Index end, double theta,
               double* q, double* g) {
  for (Index e = begin; e < end; ++e) {
    double& head = g[edges.heads[e]];
    double& tail = g[edges.tails[e]];
    const double next =
        clamp_to(q[e] + (head - tail) / 2, theta * edges.weights[e]);
    const double change = next - q[e];
    q[e] = next;
    head -= change;
    tail += change;
  }
}

SEMILIN_CLONES
void sweep_many(const TvEdges& edges, Index begin, Index end,
                const double* theta, int columns, double* q, double* g) {
  for (Index e = begin; e < end; ++e) {
    const double weight = edges.weights[e];
    double* __restrict dual = q + e * columns;
    double* __restrict head = g + Index{edges.heads[e]} * columns;
    double* __restrict tail = g + Index{edges.tails[e]} * columns;
    SEMILIN_IVDEP
    for (int k = 0; k < columns; ++k) {
      const double next =
          clamp_to(dual[k] + (head[k] - tail[k]) / 2, theta[k] * weight);
      const double change = next - dual[k];
      dual[k] = next;
      head[k] -= change;
      tail[k] += change;
    }
  }
}

// The passes over edges and nodes, blocks being row-major: `g`, `z` nodes x
// columns, `q` edges x columns. Each runs on threads and gives the same bits
// for any number of them.
class Passes {
 public:
  Passes(const TvEdges& edges, int columns, int threads)
      : edges_(edges), columns_(columns), threads_(threads) {}

  // q = clip(q, -theta w, theta w)
  void clip(std::span<const double> theta, double* q) const {
    for_rows(edges_.size(), columns_, threads_, [&](Index e) {
      for (Index k = 0; k < columns_; ++k) {
        double& dual = q[e * columns_ + k];
        dual = clamp_to(dual, theta[k] * edges_.weights[e]);
      }
    });
  }

  // g = z - B'q
  void residual(const double* z, const double* q, double* g) const {
    std::copy_n(z, edges_.nodes * columns_, g);
    for_rounds([&](Index begin, Index end) {
      for (Index e = begin; e < end; ++e) {
        double* __restrict head = g + Index{edges_.heads[e]} * columns_;
        double* __restrict tail = g + Index{edges_.tails[e]} * columns_;
        for (Index k = 0; k < columns_; ++k) {
          head[k] -= q[e * columns_ + k];
          tail[k] += q[e * columns_ + k];
        }
      }
    });
  }

  // out = a - b, blocks of nodes
  void subtract(const double* a, const double* b, double* out) const {
    for_rows(edges_.nodes * columns_, 1, threads_,
             [&](Index e) { out[e] = a[e] - b[e]; });
  }

  void sweep(std::span<const double> theta, double* q, double* g) const {
    for_rounds([&](Index begin, Index end) {
      if (columns_ == 1) {
        sweep_one(edges_, begin, end, theta[0], q, g);
      } else {
        sweep_many(edges_, begin, end, theta.data(), columns_, q, g);
      }
    });
  }

  // The largest gap of a column over its objective, theta/2 TV(g) +
  // 1/2 |g - z|^2.
  [[nodiscard]] double gap(std::span<const double> theta, const double* z,
                           const double* q, const double* g) const {
    const std::vector<double> sums =
        sum_edges(g, 2, [&](Index e, Index k, double jump, double* part) {
          const double variation =
              theta[k] * edges_.weights[e] * std::abs(jump);
          part[k] += variation - q[e * columns_ + k] * jump;
          part[columns_ + k] += variation;
        });
    const std::vector<double> moved =
        sum_pieces(edges_.nodes, columns_, threads_, columns_,
                   [&](Index begin, Index end, double* part) {
                     for (Index i = begin; i < end; ++i) {
                       for (Index k = 0; k < columns_; ++k) {
                         const Index p = i * columns_ + k;
                         part[k] += (g[p] - z[p]) * (g[p] - z[p]) / 2;
                       }
                     }
                   });
    double worst = 0;
    for (Index k = 0; k < columns_; ++k) {
      const double objective = sums[columns_ + k] + moved[k];
      if (objective > 0) worst = std::max(worst, sums[k] / objective);
    }
    return worst;
  }

  // Per column: sum_e w_e |(B g)_e|.
  [[nodiscard]] std::vector<double> variation(const double* g) const {
    return sum_edges(g, 1, [&](Index e, Index k, double jump, double* part) {
      part[k] += edges_.weights[e] * std::abs(jump);
    });
  }

 private:
  // piece(begin, end) over the tasks, round by round: pieces of one round share
  // no node.
  template <class Piece>
  void for_rounds(const Piece& piece) const {
    for (std::size_t r = 0; r + 1 < edges_.rounds.size(); ++r) {
      const Index first = edges_.rounds[r];
      const auto task = [&](Index t) {
        piece(edges_.tasks[first + t], edges_.tasks[first + t + 1]);
      };
      parallel_for(edges_.rounds[r + 1] - first, threads_, std::cref(task));
    }
  }

  // num_sums x columns sums, to which add(e, k, (B g)_ek, sums) adds.
  template <class Add>
  [[nodiscard]] std::vector<double> sum_edges(const double* g, int num_sums,
                                              const Add& add) const {
    return sum_pieces(
        edges_.size(), columns_, threads_, num_sums * columns_,
        [&](Index begin, Index end, double* sums) {
          for (Index e = begin; e < end; ++e) {
            const double* head = g + Index{edges_.heads[e]} * columns_;
            const double* tail = g + Index{edges_.tails[e]} * columns_;
            for (Index k = 0; k < columns_; ++k)
              add(e, k, head[k] - tail[k], sums);
          }
        });
  }

  const TvEdges& edges_;
  int columns_, threads_;
};

}  // namespace

TotalVariation::TotalVariation(const Graph& graph, int threads)
    : edges_(std::make_shared<const TvEdges>(make_tv_edges(graph))),
      threads_(threads) {}

std::vector<double> TotalVariation::value(std::span<const double> g,
                                          int columns) const {
  require(
      columns > 0 && static_cast<Index>(g.size()) == edges_->nodes * columns,
      "total variation: g must be nodes x columns");
  std::vector<double> sums =
      Passes(*edges_, columns, threads_).variation(g.data());
  for (double& sum : sums)
    sum *= 2;
  return sums;
}

namespace {

void require_possible(std::span<const double> theta, const TvOptions& options) {
  for (const double t : theta)
    require(std::isfinite(t) && t >= 0,
            "total variation: theta must be >= 0, got " + std::to_string(t));
  require(options.tolerance >= 0 && options.check_interval >= 0 &&
              options.max_iterations >= 0,
          "total variation: tolerance, check_interval and max_iterations must "
          "be >= 0");
}

// g = z - the flow of the dual of the last call, made feasible, or of zero.
void begin(const Passes& passes, std::span<const double> z,
           std::span<const double> theta, TvState& state, std::span<double> g) {
  if (!std::ranges::equal(theta, state.theta)) {
    passes.clip(theta, state.dual.data());
    state.theta.assign(theta.begin(), theta.end());
    state.flow.clear();
  }
  if (state.flow.size() == z.size()) {
    passes.subtract(z.data(), state.flow.data(), g.data());
  } else {
    passes.residual(z.data(), state.dual.data(), g.data());
  }
}

}  // namespace

// Looks at the gap every check_interval iterations and after the last; never if
// that is 0, unless there are no iterations.
TvResult TotalVariation::prox(std::span<const double> z,
                              std::span<const double> theta,
                              const TvOptions& options, TvState& state,
                              std::span<double> g) const {
  const std::size_t size = edges_->nodes * theta.size();
  require(!theta.empty() && z.size() == size && g.size() == size,
          "total variation: z and g must be nodes x columns");
  require_possible(theta, options);
  const int interval = options.check_interval;
  const Passes passes(*edges_, static_cast<int>(theta.size()), threads_);
  state.dual.resize(edges_->size() * theta.size());
  begin(passes, z, theta, state, g);
  double* const q = state.dual.data();
  const auto gap = [&] { return passes.gap(theta, z.data(), q, g.data()); };
  TvResult result{.stop = Stop::MaxIterations,
                  .gap = std::numeric_limits<double>::quiet_NaN()};
  if (options.max_iterations == 0) result.gap = gap();
  while (result.iterations < options.max_iterations) {
    passes.sweep(theta, q, g.data());
    ++result.iterations;
    if (ended(options.go_on)) {
      result.stop = Stop::Interrupted;
      break;
    }
    const bool last = result.iterations == options.max_iterations;
    if (interval == 0 || (!last && result.iterations % interval != 0)) continue;
    result.gap = gap();
    if (result.gap <= options.tolerance) {
      result.stop = Stop::Converged;
      break;
    }
  }
  state.flow.resize(size);
  passes.subtract(z.data(), g.data(), state.flow.data());
  return result;
}

}  // namespace semilin
