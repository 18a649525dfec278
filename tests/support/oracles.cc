#include "support/oracles.h"

namespace semilin::test {
namespace {

using Number = long double;
using Numbers = Eigen::Matrix<Number, Eigen::Dynamic, 1>;

struct Evaluated {
  Number objective = 0;
  Numbers gradient;
};

Evaluated evaluate(const OwnedProblem& problem, const Numbers& w, int k) {
  const Number lambda = problem.lambda[k];
  Evaluated at{lambda / 2 * w.squaredNorm(), lambda * w};
  problem.rows.visit([&](const auto& view) {
    for (Index i = 0; i < view.rows; ++i) {
      const auto each_entry = [&](const auto& act) {
        for (Index z = view.offsets[i]; z < view.offsets[i + 1]; ++z)
          act(view.columns[z], static_cast<Number>(view.values[z]));
        if (problem.bias != 0) act(w.size() - 1, Number(problem.bias));
      };
      Number o = 0;
      each_entry([&](Index j, Number x) { o += x * w[j]; });
      const Number p = problem.belief(i, k);
      const Number c = problem.costs[i];
      at.objective += c / 2 *
                      (p * profile(problem.loss, 1 - o) +
                       (1 - p) * profile(problem.loss, 1 + o));
      const Number slope = c / 2 *
                           ((1 - p) * profile_slope(problem.loss, 1 + o) -
                            p * profile_slope(problem.loss, 1 - o));
      each_entry([&](Index j, Number x) { at.gradient[j] += slope * x; });
    }
  });
  return at;
}

}  // namespace

long double profile(const Loss& loss, long double z) {
  return std::isinf(loss.lower) || z > 0 ? z * z : 0;
}

long double profile_slope(const Loss& loss, long double z) {
  return std::isinf(loss.lower) || z > 0 ? 2 * z : 0;
}

Optimality optimality(const OwnedProblem& problem, const Doubles& weights,
                      int k) {
  const Index cols = problem.rows.cols() + (problem.bias != 0 ? 1 : 0);
  const VectorXd w = column(weights, problem.stride(), k).head(cols);
  const Evaluated at = evaluate(problem, w.cast<Number>(), k);
  const Evaluated zero = evaluate(problem, Numbers::Zero(cols), k);
  return {static_cast<double>(at.objective),
          static_cast<double>(at.gradient.norm()),
          static_cast<double>(zero.gradient.norm())};
}

VectorXd minimize_slowly(const OwnedProblem& problem, int k) {
  const MatrixXd x = dense(problem.rows, problem.bias);
  const auto bend = [&](double z) {
    return std::isinf(problem.loss.lower) || z > 0 ? 2 : 0;
  };
  Numbers w = Numbers::Zero(x.cols());
  Evaluated at = evaluate(problem, w, k);
  const Number least = 1e-14L * at.gradient.norm();
  for (int step = 0; step < 500 && at.gradient.norm() > least; ++step) {
    VectorXd bends = x * w.cast<double>();
    for (Index i = 0; i < bends.size(); ++i) {
      const double o = bends[i], p = problem.belief(i, k);
      bends[i] =
          problem.costs[i] / 2 * ((1 - p) * bend(1 + o) + p * bend(1 - o));
    }
    MatrixXd hessian = x.transpose() * bends.asDiagonal() * x;
    hessian.diagonal().array() += problem.lambda[k];
    const VectorXd gradient = at.gradient.cast<double>();
    const Numbers whole = hessian.ldlt().solve(gradient).cast<Number>();
    Number size = 1;
    Evaluated next = evaluate(problem, w - whole, k);
    while (next.objective > at.objective && size > 1e-10L)
      next = evaluate(problem, w - (size /= 2) * whole, k);
    w -= size * whole;
    at = next;
  }
  return w.cast<double>();
}

double line_search_by_sorting(const OwnedProblem& problem, int k,
                              const VectorXd& w, const VectorXd& d) {
  const MatrixXd x = dense(problem.rows, problem.bias);
  const VectorXd o = x * w;
  const VectorXd s = x * d;
  const auto slope = [&](double alpha) {
    return ray_slope(problem, k, w, d, alpha);
  };
  if (slope(0) >= 0) return 0;
  Doubles breaks{0};
  for (Index i = 0; i < o.size(); ++i) {
    // 1 - o, 1 + o equal to lower
    const double z = problem.loss.lower;
    if (std::isinf(z) || s[i] == 0) continue;
    breaks.push_back((1 - z - o[i]) / s[i]);
    breaks.push_back((z - 1 - o[i]) / s[i]);
  }
  std::erase_if(breaks, [](double alpha) { return !(alpha >= 0); });
  std::sort(breaks.begin(), breaks.end());
  breaks.push_back(breaks.back() + 1);  // psi' is one line from here on
  const auto right =
      std::find_if(breaks.begin() + 1, breaks.end() - 1,
                   [&](double alpha) { return slope(alpha) >= 0; });
  const double left = right[-1];
  const double rise = (slope(*right) - slope(left)) / (*right - left);
  return left - slope(left) / rise;
}

double ray_slope(const OwnedProblem& problem, int k, const VectorXd& w,
                 const VectorXd& d, double alpha) {
  const Numbers along = d.cast<Number>();
  const Evaluated at = evaluate(problem, w.cast<Number>() + alpha * along, k);
  return static_cast<double>(at.gradient.dot(along));
}

}  // namespace semilin::test
