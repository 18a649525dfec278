#include "semilin/advanced/solvers/line_search.h"

#include <cmath>
#include <limits>

#include "solvers/blocks.h"

namespace semilin {
namespace {

// Enough to halve a bracket from 2^150 down to the last digit.
constexpr int kMaxPasses = 200;
// psi' is a sum of many rounded terms: this much of |psi'(0)| is a root.
constexpr double kRootTolerance = 1e-13;

template <class T>
struct RayPass {
  Loss loss;
  Index stride;
  const double* costs;
  const double* beliefs;
  const double* outputs;
  const T* steps;
  const double* alpha;
  const double* multiples;  // or null
};

// Adds row i's part of psi' to slope and of psi'' to bend.
template <class T>
SEMILIN_CLONES void add_ray(const RayPass<T>& pass, Index i, double* slope,
                            double* bend) {
  const Loss h = pass.loss;
  const double cost = pass.costs[i];
  const double* p = pass.beliefs + i * pass.stride;
  const double* o = pass.outputs + i * pass.stride;
  const T* steps = pass.steps + i * pass.stride;
  const double* m = pass.multiples ? pass.multiples + i * pass.stride : nullptr;
  for (Index k = 0; k < pass.stride; ++k) {
    const double c = m ? cost * m[k] : cost;
    const double a = c * p[k];
    const double b = c - a;
    const double d = static_cast<double>(steps[k]);
    const double at = o[k] + pass.alpha[k] * d;
    slope[k] += pair_half_slope(h, a, b, at) * d;
    bend[k] += pair_curvature(h, a, b, at) * d * d;
  }
}

// One output's search: the bracket and the next trial.
struct Root {
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
  double scale = 0;  // |psi'(0)|
  bool done = false;

  // The trial after alpha = 0.
  double first(double slope) {
    scale = std::abs(slope);
    done = !(slope < 0);      // d = 0, or no descent
    return done ? 0.0 : 1.0;  // the full Newton step first
  }

  double next(double alpha, double slope, double bend) {
    if (std::abs(slope) <= kRootTolerance * scale) {
      done = true;
      return alpha;
    }
    (slope < 0 ? low : high) = alpha;
    double trial = alpha - slope / bend;
    if (!(trial > low && trial < high)) {
      trial = std::isinf(high) ? 2 * low + 1 : low + (high - low) / 2;
    }
    done = trial <= low || trial >= high;  // the bracket is one number wide
    return trial;
  }
};

// The sums over rows in psi' of each output, then those in psi''.
template <class T>
std::vector<double> sum_rays(const BatchProblem& problem,
                             const RayPass<T>& ray) {
  const int stride = problem.stride;
  std::vector<double> sums = sum_pieces(
      problem.rows.size(problem.x->rows()), stride, problem.x->threads(),
      2 * stride, [&](Index begin, Index end, double* sum) {
        for (Index i = begin; i < end; ++i) {
          add_ray(ray, problem.rows[i], sum, sum + stride);
        }
      });
  problem.x->sum_over_rows(sums);
  return sums;
}

}  // namespace

template <class T>
std::vector<double> line_search(const BatchProblem& problem,
                                std::span<const double> outputs,
                                std::span<const T> step_outputs,
                                std::span<const double> weight_step,
                                std::span<const double> step_step) {
  const int stride = problem.stride;
  std::vector<double> alpha(stride, 0.0);
  std::vector<Root> roots(stride);
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    const RayPass<T> ray{problem.loss,         stride,
                         problem.costs.data(), problem.beliefs.data(),
                         outputs.data(),       step_outputs.data(),
                         alpha.data(),         multiples_of(problem, 0)};
    const std::vector<double> sums = sum_rays(problem, ray);
    bool all_done = true;
    for (int k = 0; k < stride; ++k) {
      if (roots[k].done) continue;
      const double lambda = problem.lambda[k];
      const double slope =
          sums[k] + lambda * (weight_step[k] + alpha[k] * step_step[k]);
      const double bend = sums[stride + k] + lambda * step_step[k];
      alpha[k] = pass == 0 ? roots[k].first(slope)
                           : roots[k].next(alpha[k], slope, bend);
      all_done = all_done && roots[k].done;
    }
    if (all_done) return alpha;
  }
  // Out of passes: the last trial is unmeasured, but psi falls up to `low`.
  for (int k = 0; k < stride; ++k) {
    if (!roots[k].done) alpha[k] = roots[k].low;
  }
  return alpha;
}

template std::vector<double> line_search(const BatchProblem&,
                                         std::span<const double>,
                                         std::span<const float>,
                                         std::span<const double>,
                                         std::span<const double>);
template std::vector<double> line_search(const BatchProblem&,
                                         std::span<const double>,
                                         std::span<const double>,
                                         std::span<const double>,
                                         std::span<const double>);

}  // namespace semilin
