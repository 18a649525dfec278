#include "linear/trainable.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "semilin/base/error.h"

namespace semilin {
namespace {

// Makes the penalty of a given threshold a thousandth.
constexpr double kFreeBias = 32;

std::string got(double value) {
  return ", got " + std::to_string(value);
}

void require_numbers(const LinearOptions& options) {
  require(std::isnan(options.lambda) ||
              (options.lambda > 0 && std::isfinite(options.lambda)),
          "train: lambda must be positive" + got(options.lambda));
  require(options.lambda_u >= 0 && std::isfinite(options.lambda_u),
          "train: lambda-u must not be negative" + got(options.lambda_u));
  require(std::isnan(options.rho) || options.rho > 0,
          "train: rho must be positive" + got(options.rho));
  require(std::isnan(options.temperature) || options.temperature > 0,
          "train: temperature must be positive" + got(options.temperature));
  require(options.max_switches >= 0,
          "train: max-switches must not be negative");
  require(std::isfinite(options.bias),
          "train: bias must be finite" + got(options.bias));
  require(options.tolerance > 0,
          "train: tolerance must be positive" + got(options.tolerance));
  require(options.max_iterations > 0, "train: max-iterations must be positive");
  require(options.threads >= 0, "train: threads must not be negative");
}

void require_data(const Dataset& data, const LinearOptions& options) {
  const std::size_t classes = data.classes.size();
  require_valid(data, options.threads);
  require(
      options.class_weights.empty() || options.class_weights.size() == classes,
      "train: one weight per class");
  for (const double weight : options.class_weights) {
    require(weight > 0 && std::isfinite(weight),
            "train: a class weight must be positive" + got(weight));
  }
  std::vector<bool> seen(classes, false);
  for (std::size_t i = 0; i < data.labels.size(); ++i) {
    const std::int32_t label = data.labels[i];
    const bool counts = data.costs.empty() || data.costs[i] > 0;
    if (label != kUnlabeled && counts) seen[label] = true;
  }
  const auto present = std::count(seen.begin(), seen.end(), true);
  if (present < 2) {
    throw DataError("expected labelled rows of at least two classes, found " +
                    std::to_string(present));
  }
  const auto missing = std::find(seen.begin(), seen.end(), false);
  if (missing != seen.end()) {
    throw DataError("expected a labelled row of every class, found none of " +
                    data.classes[missing - seen.begin()]);
  }
}

}  // namespace

void require_trainable(const Dataset& data, const LinearOptions& options) {
  require_numbers(options);
  require_class_sizes(options.class_sizes, data.classes.size());
  require_data(data, options);
}

Loss loss_of(const LinearOptions& options) {
  return options.method == Method::Rls ? Loss::squares()
                                       : Loss::squared_hinge();
}

double row_cost(const Dataset& data, const LinearOptions& options, Index row) {
  const double cost = data.costs.empty() ? 1.0 : data.costs[row];
  const std::int32_t label = data.labels[row];
  if (label == kUnlabeled || options.class_weights.empty()) return cost;
  return cost * options.class_weights[label];
}

double lambda_in_force(const Dataset& data, const LinearOptions& options) {
  return std::isnan(options.lambda) ? default_lambda(data, options.threads)
                                    : options.lambda;
}

double bias_value(const LinearOptions& options) {
  return options.bias_regularized ? options.bias : kFreeBias * options.bias;
}

}  // namespace semilin
