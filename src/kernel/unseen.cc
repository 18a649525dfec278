#include <cmath>
#include <utility>
#include <vector>

#include "semilin/linear/options.h"

#include "kernel/graph_problem.h"

namespace semilin {
namespace {

// t of expand_to_unseen.
std::vector<double> targets(const GraphProblem& problem,
                            std::span<const double> f, bool squared) {
  std::vector<double> t(f.begin(), f.end());
  for (double& value : t)
    value *= squared ? std::abs(value) : 1;
  const int columns = problem.columns();
  for (std::size_t i = 0; i < problem.labeled.size(); ++i) {
    for (int k = 0; k < columns; ++k)
      t[problem.labeled[i] * columns + k] = problem.target(i, k);
  }
  return t;
}

Expansion ridge(const GraphPoints& points, int columns,
                std::span<const double> t, const SmootherOptions& options) {
  Dataset data;
  data.rows = points.rows();
  const double lambda = default_lambda(data, points.threads()) *
                        static_cast<double>(points.size());
  const auto kernel = linear_kernel(points.rows(), 0, points.threads());
  const std::vector<double> ones(points.size(), 1.0);
  const auto smoother = kernel->smoother(lambda, ones, options);
  std::vector<double> fitted(t.size());
  smoother->smooth(columns, t, fitted);
  return expansion_of(*smoother, columns);
}

}  // namespace

Expansion expand_to_unseen(const GraphProblem& problem,
                           std::span<const double> f, bool squared,
                           const SmootherOptions& regression) {
  const GraphPoints& points = *problem.points;
  std::vector<double> t = targets(problem, f, squared);
  Expansion expansion = ridge(points, problem.columns(), t, regression);

  const double rest = points.kernel().delta() * problem.r;
  const double share = rest / (problem.lambda + rest);
  if (share == 0) return expansion;
  for (double& weight : expansion.coefficients)
    weight *= 1 - share;
  for (double& value : t)
    value *= share;
  expansion.remainder = std::move(t);
  return expansion;
}

}  // namespace semilin
