// The steps of the splitting that see labels: the proximal maps of the losses.
#pragma once

#include <span>
#include <vector>

namespace semilin {

/// h = argmin eta/2 (y - h)^2 + r/2 (h - e)^2                       (BZ Eq. 19)
[[nodiscard]] inline double square_step(double y, double e, double eta,
                                        double r) {
  return (eta * y + r * e) / (eta + r);
}

/// Scratch of hinge_step; keeps its size.
using Breakpoints = std::vector<double>;

/// min over h, b of  mu sum_i max(0, 1 - y_i (h_i + b)) + r/2 |h - e|^2
/// (Eqs. 69 to 71), h in the place of e. Exactly: beta_i = clip(r (1 - y_i (e_i
/// + b)), 0, mu), h = e + y beta / r, and b is the middle of the roots of the
/// falling, piecewise linear sum_i y_i beta_i(b). Needs labels y of +-1, both
/// of them. Returns b; n log n.
double hinge_step(std::span<const double> y, std::span<double> e, double mu,
                  double r, Breakpoints& breakpoints);

/// h = argmin mu max(0, 1 - y (2 h - 1)) + r/2 (h - e)^2, the hinge of an
/// output in [0, 1] without bias; y is +-1.
[[nodiscard]] double unit_hinge_step(double y, double e, double mu, double r);

}  // namespace semilin
