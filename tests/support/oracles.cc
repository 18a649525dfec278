#include "support/oracles.h"

#include "support/optimality.h"

namespace semilin::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

double half_slope(const OwnedProblem& problem, int k, Index i, double o) {
  const double p = problem.belief(i, k);
  return problem.costs[i] / 2 *
         static_cast<double>((1 - p) * profile_slope(problem.loss, 1 + o) -
                             p * profile_slope(problem.loss, 1 - o));
}

double profile_bend(const Loss& loss, double z) {
  if (std::isinf(loss.lower)) return 2;
  return z > 0 ? 2 : 0;
}

double half_bend(const OwnedProblem& problem, int k, Index i, double o) {
  const double p = problem.belief(i, k);
  return problem.costs[i] / 2 *
         ((1 - p) * profile_bend(problem.loss, 1 + o) +
          p * profile_bend(problem.loss, 1 - o));
}

double objective(const OwnedProblem& problem, int k, const VectorXd& w,
                 const VectorXd& o) {
  long double sum = problem.lambda[k] / 2 * w.squaredNorm();
  for (Index i = 0; i < o.size(); ++i) {
    const double p = problem.belief(i, k);
    sum += problem.costs[i] / 2 *
           (p * profile(problem.loss, 1 - o[i]) +
            (1 - p) * profile(problem.loss, 1 + o[i]));
  }
  return static_cast<double>(sum);
}

template <class T>
VectorXd column_of(std::span<const T> block, int stride, int k) {
  const auto rows = static_cast<Index>(block.size()) / stride;
  VectorXd result(rows);
  for (Index i = 0; i < rows; ++i)
    result[i] = static_cast<double>(block[i * stride + k]);
  return result;
}

}  // namespace

VectorXd minimize_slowly(const OwnedProblem& problem, int k) {
  const MatrixXd x = dense(problem.rows, problem.bias);
  VectorXd w = VectorXd::Zero(x.cols());
  double reference = -1;
  for (int iteration = 0; iteration < 500; ++iteration) {
    const VectorXd o = x * w;
    VectorXd slopes(o.size());
    VectorXd bends(o.size());
    for (Index i = 0; i < o.size(); ++i) {
      slopes[i] = half_slope(problem, k, i, o[i]);
      bends[i] = half_bend(problem, k, i, o[i]);
    }
    const VectorXd gradient = problem.lambda[k] * w + x.transpose() * slopes;
    if (reference < 0) reference = gradient.norm();
    if (gradient.norm() <= 1e-14 * reference) break;
    MatrixXd hessian = x.transpose() * bends.asDiagonal() * x;
    hessian.diagonal().array() += problem.lambda[k];
    const VectorXd step = hessian.ldlt().solve(gradient);
    const double before = objective(problem, k, w, o);
    double size = 1;
    while (size > 1e-10 && objective(problem, k, w - size * step,
                                     o - size * (x * step)) > before)
      size /= 2;
    w -= size * step;
  }
  return w;
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
  double left = 0;
  double right = breaks.back() + 1;  // psi' is one line from here on
  for (const double alpha : breaks) {
    if (slope(alpha) < 0) {
      left = alpha;
    } else {
      right = alpha;
      break;
    }
  }
  const double rise = (slope(right) - slope(left)) / (right - left);
  return left - slope(left) / rise;
}

double ray_slope(const OwnedProblem& problem, int k, const VectorXd& w,
                 const VectorXd& d, double alpha) {
  const MatrixXd x = dense(problem.rows, problem.bias);
  const VectorXd o = x * w;
  const VectorXd s = x * d;
  long double sum = problem.lambda[k] * (w.dot(d) + alpha * d.dot(d));
  for (Index i = 0; i < o.size(); ++i)
    sum += half_slope(problem, k, i, o[i] + alpha * s[i]) * s[i];
  return static_cast<double>(sum);
}

VectorXd column(std::span<const double> block, int stride, int k) {
  return column_of(block, stride, k);
}

VectorXd column(std::span<const float> block, int stride, int k) {
  return column_of(block, stride, k);
}

}  // namespace semilin::test
