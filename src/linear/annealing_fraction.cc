#include "linear/annealing_fraction.h"

#include <algorithm>
#include <cmath>

namespace semilin {
namespace {

struct Fit {
  double a, b, c, s, d;
};
constexpr Fit kFit{0.25, 43, 0.42, 1.8, 0.4};
constexpr Fit kFitOfTwo{0.25, 72, 0.7, 2.3, 0.6};
constexpr double kChange = 1e-3;  // of the runs that were fitted
// A sample costs more than its share: at high entropy more rows have
// curvature, and the passes over the weights are as long.
constexpr double kSampled = 1.4;

}  // namespace

AnnealingFraction::AnnealingFraction(const Course& course) : course_(course) {}

double AnnealingFraction::rest(double entropy) const {
  const auto [a, b, c, s, d] = course_.classes == 2 ? kFitOfTwo : kFit;
  const double share = std::max(0.0, entropy) / std::log(course_.classes);
  return a * std::log(std::max(1.0, entropy / course_.end)) +
         (b * std::pow(share, c) + s) * std::pow(kChange / course_.change, d);
}

double AnnealingFraction::after_retraining(double entropy, bool sampled) {
  const double part =
      sampled ? std::min(1.0, kSampled / course_.early_step) : 1;
  const double late = rest(std::min(entropy, course_.late));
  const double left = late + part * (rest(entropy) - late);
  gone_ += part;
  return done_ = std::max(done_, gone_ / (gone_ + left));
}

}  // namespace semilin
