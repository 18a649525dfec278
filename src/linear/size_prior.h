// How hard class sizes bind beliefs (beliefs.h): R of the dual.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace semilin {

/// R(nu) for the class sizes r. For two classes nu is one number, that of class
/// 1.
struct SizePrior {
  std::span<const double> sizes;
  double rho;

  [[nodiscard]] bool hard() const { return std::isinf(rho); }

  /// Minus the gradient of R: the sizes that nu asks for, per class.
  [[nodiscard]] std::vector<double> asked(const std::vector<double>& nu) const {
    if (nu.size() == 1) {
      const double share = asked_of_two(nu[0]);
      return {1 - share, share};
    }
    std::vector<double> wanted(sizes.begin(), sizes.end());
    if (hard()) return wanted;
    const double low = *std::min_element(nu.begin(), nu.end());
    double sum = 0;
    for (std::size_t k = 0; k < nu.size(); ++k) {
      wanted[k] *= std::exp((low - nu[k]) / rho);
      sum += wanted[k];
    }
    for (double& size : wanted)
      size /= sum;
    return wanted;
  }

  /// R(nu) of more than two classes.
  [[nodiscard]] double value(const std::vector<double>& nu) const {
    double sum = 0;
    if (hard()) {
      for (std::size_t k = 0; k < nu.size(); ++k)
        sum -= sizes[k] * nu[k];
      return sum;
    }
    const double low = *std::min_element(nu.begin(), nu.end());
    for (std::size_t k = 0; k < nu.size(); ++k)
      sum += sizes[k] * std::exp((low - nu[k]) / rho);
    return rho * std::log(sum) - low;
  }

  /// KL(s, r) for the sizes s that nu asks for.
  [[nodiscard]] double drift(const std::vector<double>& nu) const {
    const std::vector<double> s = asked(nu);
    double sum = 0;
    for (std::size_t k = 0; k < s.size(); ++k) {
      if (s[k] > 0) sum += s[k] * std::log(s[k] / sizes[k]);
    }
    return sum;
  }

 private:
  // r e^-nu/rho / (r e^-nu/rho + 1 - r), without overflow for rare classes
  [[nodiscard]] double asked_of_two(double nu) const {
    const double r = sizes[1];
    if (hard()) return r;
    const double logit = std::log(r / (1 - r)) - nu / rho;
    const double small = std::exp(-std::abs(logit));
    return (logit >= 0 ? 1 : small) / (1 + small);
  }
};

}  // namespace semilin
