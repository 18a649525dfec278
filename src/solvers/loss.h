// Piecewise quadratic losses of one output, as one formula.
#pragma once

#include <limits>

namespace semilin {

/// A profile  h(z) = m (2 z - m)  with  m = max(z, lower):
///
///   lower   h(z)          name
///   -inf    z^2           squares
///   0       max(0, z)^2   squared hinge
///
/// It is convex and once differentiable; h'(z) = 2 m, and h''(z) = 2 where
/// lower < z, else 0. A row with output o, cost c and belief p (of the class
/// +1; 1 or 0 for a label) has the loss
///
///   phi(o) = c [ p h(1 - o) + (1 - p) h(1 + o) ],
///
/// which is SK06's l2(y o) for p in {0, 1}, their annealing pair (after Eq. 8)
/// for 0 < p < 1, and c (2 p - 1 - o)^2 + const for squares.
struct Loss {
  double lower = 0;  ///< h is linear below

  /// z^2.
  [[nodiscard]] static constexpr Loss squares() {
    return {-std::numeric_limits<double>::infinity()};
  }
  /// max(0, z)^2.
  [[nodiscard]] static constexpr Loss squared_hinge() { return {}; }

  /// m above: half the slope of h.
  [[nodiscard]] double clamp(double z) const { return z > lower ? z : lower; }
  /// h(z).
  [[nodiscard]] double value(double z) const {
    const double m = clamp(z);
    return m * (2 * z - m);
  }
  /// h''(z) / 2.
  [[nodiscard]] double curvature(double z) const {
    return z > lower ? 1.0 : 0.0;
  }
};

/// phi(o) for a = c p and b = c (1 - p).
[[nodiscard]] inline double pair_value(const Loss& h, double a, double b,
                                       double o) {
  return a * h.value(1 - o) + b * h.value(1 + o);
}
/// phi'(o) / 2.
[[nodiscard]] inline double pair_half_slope(const Loss& h, double a, double b,
                                            double o) {
  return b * h.clamp(1 + o) - a * h.clamp(1 - o);
}
/// phi''(o) / 2.
[[nodiscard]] inline double pair_curvature(const Loss& h, double a, double b,
                                           double o) {
  return a * h.curvature(1 - o) + b * h.curvature(1 + o);
}

}  // namespace semilin
