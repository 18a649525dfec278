#include "linear/annealing_fraction.h"

#include <algorithm>
#include <cmath>

namespace semilin {
namespace {

struct Fit {
  double a, b, c, s;
};
constexpr Fit kFit{0.2, 40, 0.43, 2};
constexpr Fit kFitOfTwo{0.35, 85, 0.76, 2.2};

}  // namespace

AnnealingFraction::AnnealingFraction(int classes, double end, double late,
                                     int early_step)
    : classes_(classes),
      end_(end),
      early_step_(early_step),
      late_rest_(rest(late)) {}

double AnnealingFraction::rest(double entropy) const {
  const auto [a, b, c, s] = classes_ == 2 ? kFitOfTwo : kFit;
  return a * std::log(std::max(1.0, entropy / end_)) +
         b * std::pow(entropy / std::log(classes_), c) + s;
}

double AnnealingFraction::after_retraining(double entropy, bool sampled) {
  double left = rest(entropy);
  if (sampled)
    left = late_rest_ + std::max(0.0, left - late_rest_) / early_step_;
  gone_ += sampled ? 1.0 / early_step_ : 1;
  return done_ = std::max(done_, gone_ / (gone_ + left));
}

}  // namespace semilin
