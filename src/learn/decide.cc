#include "semilin/learn/decide.h"

#include <cmath>
#include <cstdlib>

#include "semilin/base/error.h"
#include "semilin/linear/calibration.h"
#include "semilin/matrix/dataset.h"

namespace semilin {
namespace {

constexpr double kOneSided90 = 1.281552;

// Wilson's lower bound.
double lower_bound_of(double right, double rows) {
  const double share = right / rows;
  const double z = kOneSided90 * kOneSided90 / rows;
  return (share + z / 2 - std::sqrt(z * (share * (1 - share) + z / 4))) /
         (1 + z);
}

double least_for(const std::vector<double>& held_out, double precision) {
  double least = kNoneSure, right = 0;
  for (std::size_t i = 0; i < held_out.size(); ++i) {
    right += held_out[i] > 0 ? 1 : 0;
    const double p = std::abs(held_out[i]);
    if (i + 1 < held_out.size() && std::abs(held_out[i + 1]) == p) continue;
    if (lower_bound_of(right, static_cast<double>(i + 1)) >= precision)
      least = p;
  }
  return least;
}

}  // namespace

double least_probability(const ModelHead& model, const DecideOptions& options) {
  if (options.all()) return 0;
  require(!options.least_probability || !options.precision,
          "least probability and precision exclude each other");
  require_within(
      options.precision ? "precision" : "least-probability",
      options.precision.value_or(printable(options.least_probability)),
      kFraction);
  if (model.multi_label)
    throw DataError("least probability: not with a multi-label model");
  if (model.calibration.slopes.empty())
    throw DataError(
        "expected a model with probabilities: train it with probabilities");
  return options.precision
             ? least_for(model.calibration.held_out, *options.precision)
             : *options.least_probability;
}

Decided decide(const ModelHead& model, std::span<const double> outputs,
               double least) {
  Decided found;
  found.guesses = predict(model, outputs);
  found.labels = found.guesses;
  const std::vector<double> p = label_probabilities(model, outputs);
  const std::size_t classes = model.classes.size();
  const std::size_t width = model.outputs();
  for (std::size_t i = 0; i < found.guesses.size(); ++i) {
    const double own = p[i * classes + found.guesses[i]];
    found.probability.push_back(own);
    if (own < least || (least > 0 && model.calibration.tell_nothing(
                                         outputs.subspan(i * width, width)))) {
      found.labels[i] = kUnlabeled;
      continue;
    }
    ++found.count;
    found.expected += own;
  }
  return found;
}

}  // namespace semilin
