#include "linear/transduction_fraction.h"

#include <algorithm>
#include <cmath>

namespace semilin {
namespace {

struct ProductsFit {
  double all, power, counted, last;  // E, q, c and last
};
constexpr ProductsFit kProducts{250, 3.1, 45, 46};
constexpr ProductsFit kProductsOfTwo{60, 2.3, 4, 34};
// The part of a stage that is behind after a retraining that does not end it.
constexpr double kUnsettled = 0.5;
// The last stage, in which lambda_u' grows less, counts as this much of one.
constexpr double kLastStage = 0.2;

const ProductsFit& products_fit(int classes) {
  return classes == 2 ? kProductsOfTwo : kProducts;
}

}  // namespace

TransductionFraction::TransductionFraction(int classes, int stages, int first)
    : classes_(classes), stages_(stages), first_(first) {}

double TransductionFraction::expected(double stages) const {
  const ProductsFit& fit = products_fit(classes_);
  return fit.all * std::pow(stages / (stages_ - 1 + kLastStage), fit.power);
}

double TransductionFraction::after_retraining(const Spent& spent, int stage,
                                              bool settled) {
  const ProductsFit& fit = products_fit(classes_);
  const int stages_left = stages_ - 1 - stage;
  const double behind =
      (settled ? 1 : kUnsettled) * (stages_left == 0 ? kLastStage : 1);
  const double here = expected(stage + behind);
  const double products = static_cast<double>(spent.products);
  const double products_left = (fit.all - here) * (products + fit.counted) /
                                   (here - expected(first_) + fit.counted) +
                               fit.last;
  const double between = (spent.seconds - spent.solving) / (stage + 1 - first_);
  const double left =
      products_left * spent.solving / products + stages_left * between;
  return done_ = std::max(done_, spent.seconds / (spent.seconds + left));
}

}  // namespace semilin
