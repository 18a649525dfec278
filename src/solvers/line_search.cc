#include "solvers/line_search.h"

#include <cmath>
#include <limits>

#include "solvers/blocks.h"

namespace semilin {
namespace {

// Enough to halve a bracket from 2^150 down to the last digit.
constexpr int kMaxPasses = 200;
// psi' is a sum of many rounded terms: this much of |psi'(0)| is a root.
constexpr double kRootTolerance = 1e-13;

// outputs + alpha steps; of the steps, row i begins at i * pitch.
template <class T>
struct Ray {
  const BatchProblem& problem;
  const double* outputs;
  const T* steps;
  Index pitch;
};

// Adds row i's part of psi' to slope and of psi'' to bend.
template <class T>
SEMILIN_CLONES void add_ray(const Ray<T>& ray, Index i, const double* alpha,
                            double* slope, double* bend) {
  const Loss h = ray.problem.loss;
  const Index stride = ray.problem.stride;
  const double* p = ray.problem.beliefs.data() + i * stride;
  const double* o = ray.outputs + i * stride;
  const T* steps = ray.steps + i * ray.pitch;
  for_costs(ray.problem.costs[i], multiples_of(ray.problem, i), stride,
            [&](Index k, double cost) {
              const double a = cost * p[k];
              const double b = cost - a;
              const double d = static_cast<double>(steps[k]);
              const double at = o[k] + alpha[k] * d;
              slope[k] += pair_half_slope(h, a, b, at) * d;
              bend[k] += pair_curvature(h, a, b, at) * d * d;
            });
}

// One output's search: the bracket and the next trial.
struct Root {
  double low;
  double high = std::numeric_limits<double>::infinity();
  double enough = 0;  // |psi'| that counts as 0
  bool done = false;

  double next(double alpha, double slope, double bend) {
    if (std::abs(slope) <= enough) {
      done = true;
      return alpha;
    }
    (slope < 0 ? low : high) = alpha;
    double trial = alpha - slope / bend;
    if (!(trial > low && trial < high)) {
      trial = std::isinf(high)  ? low + (1 + std::abs(low))
              : std::isinf(low) ? high - (1 + std::abs(high))
                                : low + (high - low) / 2;
    }
    done = trial <= low || trial >= high;  // the bracket is one number wide
    return trial;
  }
};

// One search for each output, all at once: first(k, slope) is the trial after
// alpha = 0, the later ones are the roots' own.
template <class T, class First>
std::vector<double> find_roots(const Ray<T>& ray,
                               std::span<const double> weight_step,
                               std::span<const double> step_step,
                               std::vector<Root>& roots, const First& first) {
  const BatchProblem& problem = ray.problem;
  const int stride = problem.stride;
  std::vector<double> alpha(stride, 0.0);
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    // over the rows in psi' of each output, then in psi''
    const std::vector<double> sums = sum_rows(
        *problem.x, problem.rows, stride, 2 * stride,
        [&](Index begin, Index end, double* sum) {
          for (Index i = begin; i < end; ++i)
            add_ray(ray, problem.rows[i], alpha.data(), sum, sum + stride);
        });
    bool all_done = true;
    for (int k = 0; k < stride; ++k) {
      if (roots[k].done) continue;
      const double lambda = problem.lambda[k];
      const double slope =
          sums[k] + lambda * (weight_step[k] + alpha[k] * step_step[k]);
      const double bend = sums[stride + k] + lambda * step_step[k];
      alpha[k] = pass == 0 ? first(roots[k], slope, bend)
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

}  // namespace

template <class T>
std::vector<double> line_search(const BatchProblem& problem,
                                std::span<const double> outputs,
                                std::span<const T> step_outputs,
                                std::span<const double> weight_step,
                                std::span<const double> step_step) {
  const Ray<T> ray{problem, outputs.data(), step_outputs.data(),
                   problem.stride};
  std::vector<Root> roots(problem.stride, Root{.low = 0});
  return find_roots(ray, weight_step, step_step, roots,
                    [](Root& root, double slope, double /*bend*/) {
                      root.enough = kRootTolerance * std::abs(slope);
                      root.done = !(slope < 0);      // d = 0, or no descent
                      return root.done ? 0.0 : 1.0;  // the full Newton step
                    });
}

std::vector<double> constant_search(const BatchProblem& problem,
                                    std::span<const double> outputs,
                                    std::span<const double> weights,
                                    std::span<const double> enough) {
  const std::vector<double> steps(problem.stride, problem.x->bias());
  const std::vector<double> ones(problem.stride, 1.0);
  const Ray<double> ray{problem, outputs.data(), steps.data(), 0};
  std::vector<Root> roots;
  for (const double slope : enough)
    roots.push_back(
        {.low = -std::numeric_limits<double>::infinity(), .enough = slope});
  return find_roots(ray, weights, ones, roots,
                    [](Root& root, double slope, double bend) {
                      return root.next(0, slope, bend);
                    });
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
