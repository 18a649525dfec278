#include "kernel/loss_step.h"

#include <algorithm>
#include <cstddef>

namespace semilin {
namespace {

struct Hinge {
  std::span<const double> y, e;
  double mu, r;

  [[nodiscard]] double beta(std::size_t i, double b) const {
    return std::clamp(r * (1 - y[i] * (e[i] + b)), 0.0, mu);
  }
  // sum_i y_i beta_i(b): falls in b.
  [[nodiscard]] double balance(double b) const {
    double sum = 0;
    for (std::size_t i = 0; i < y.size(); ++i)
      sum += y[i] * beta(i, b);
    return sum;
  }
};

// Where the line through (a, at_a) and (b, at_b) is zero.
double root_between(double a, double at_a, double b, double at_b) {
  return a + (b - a) * (at_a / (at_a - at_b));
}

// The middle of the roots, the balance being linear between breakpoints.
double middle_root(const Hinge& hinge, const Breakpoints& points) {
  const auto above = [&](double b) { return hinge.balance(b) > 0; };
  const auto not_below = [&](double b) { return hinge.balance(b) >= 0; };
  const auto first =  // the first point at which the balance is <= 0
      std::partition_point(points.begin(), points.end(), above);
  const auto after =  // the first at which it is < 0
      std::partition_point(first, points.end(), not_below);
  const auto root_before = [&](auto point) {
    const double at = hinge.balance(*point);
    const double before = hinge.balance(*(point - 1));
    return before == at ? *point
                        : root_between(*(point - 1), before, *point, at);
  };
  const double low = first == points.begin() ? *first : root_before(first);
  const double high = after == points.end()     ? points.back()
                      : after == points.begin() ? *after
                                                : root_before(after);
  return (low + high) / 2;
}

}  // namespace

double hinge_step(std::span<const double> y, std::span<double> e, double mu,
                  double r, Breakpoints& breakpoints) {
  const Hinge hinge{y, e, mu, r};
  breakpoints.clear();
  for (std::size_t i = 0; i < y.size(); ++i) {
    breakpoints.push_back(y[i] - e[i]);                 // beta_i = 0
    breakpoints.push_back(y[i] * (1 - mu / r) - e[i]);  // beta_i = mu
  }
  std::sort(breakpoints.begin(), breakpoints.end());
  const double b = middle_root(hinge, breakpoints);
  for (std::size_t i = 0; i < y.size(); ++i)
    e[i] += y[i] * hinge.beta(i, b) / r;
  return b;
}

double unit_hinge_step(double y, double e, double mu, double r) {
  const double beta = std::clamp(r * (1 - y * (2 * e - 1)) / 4, 0.0, mu);
  return e + 2 * y * beta / r;
}

}  // namespace semilin
