#include "support/optimality.h"

namespace semilin::test {
namespace {

using Number = long double;

struct Scratch {
  Number objective = 0;
  Number gradient_norm = 0;
};

Number output_of(const OwnedProblem& problem, Index row,
                 const std::vector<Number>& w) {
  return problem.rows.visit([&](const auto& view) {
    Number o = problem.bias != 0 ? problem.bias * w.back() : Number(0);
    for (Index z = view.offsets[row]; z < view.offsets[row + 1]; ++z)
      o += static_cast<Number>(view.values[z]) * w[view.columns[z]];
    return o;
  });
}

void add_row(const OwnedProblem& problem, Index row, Number scale,
             std::vector<Number>& to) {
  problem.rows.visit([&](const auto& view) {
    for (Index z = view.offsets[row]; z < view.offsets[row + 1]; ++z)
      to[view.columns[z]] += scale * static_cast<Number>(view.values[z]);
  });
  if (problem.bias != 0) to.back() += scale * problem.bias;
}

Scratch evaluate(const OwnedProblem& problem, const std::vector<Number>& w,
                 int k) {
  Scratch result;
  std::vector<Number> gradient(w.size());
  for (std::size_t j = 0; j < w.size(); ++j) {
    result.objective += problem.lambda[k] / 2 * w[j] * w[j];
    gradient[j] = problem.lambda[k] * w[j];
  }
  for (Index i = 0; i < problem.rows.rows(); ++i) {
    const Number o = output_of(problem, i, w);
    const Number p = problem.belief(i, k);
    const Number c = problem.costs[i];
    result.objective += c / 2 *
                        (p * profile(problem.loss, 1 - o) +
                         (1 - p) * profile(problem.loss, 1 + o));
    const Number slope = c * ((1 - p) * profile_slope(problem.loss, 1 + o) -
                              p * profile_slope(problem.loss, 1 - o));
    add_row(problem, i, slope / 2, gradient);
  }
  for (const Number g : gradient)
    result.gradient_norm += g * g;
  result.gradient_norm = std::sqrt(result.gradient_norm);
  return result;
}

}  // namespace

long double profile(const Loss& loss, long double z) {
  if (std::isinf(loss.lower)) return z * z;
  return z <= 0 ? 0 : z * z;
}

long double profile_slope(const Loss& loss, long double z) {
  if (std::isinf(loss.lower)) return 2 * z;
  return z <= 0 ? 0 : 2 * z;
}

Optimality optimality(const OwnedProblem& problem,
                      std::span<const double> weights, int k) {
  const Index cols = problem.rows.cols() + (problem.bias != 0 ? 1 : 0);
  std::vector<Number> w(cols);
  for (Index j = 0; j < cols; ++j)
    w[j] = weights[j * problem.stride() + k];
  const Scratch at = evaluate(problem, w, k);
  const Scratch zero = evaluate(problem, std::vector<Number>(cols), k);
  return {static_cast<double>(at.objective),
          static_cast<double>(at.gradient_norm),
          static_cast<double>(zero.gradient_norm)};
}

}  // namespace semilin::test
