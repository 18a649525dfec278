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

// Squares of larger values, and sums of these, are infinite.
void require_moderate_values(const Dataset& data) {
  constexpr double kMostValue = 1e100;
  std::vector<double> large(1);
  if (data.rows.is_double()) {
    data.rows.visit([&](const auto& view) {
      for (Index e = 0; e < view.nonzeros(); ++e)
        large[0] += std::abs(view.values[e]) > kMostValue ? 1 : 0;
    });
  }
  data.complete(large);
  if (large[0] > 0)
    throw DataError("expected values of moderate size, found one above 1e100");
}

void require_data(const Dataset& data, const LinearOptions& options) {
  const std::size_t classes = data.classes.size();
  require_valid(data, options.threads);
  require_moderate_values(data);
  require(
      options.class_weights.empty() || options.class_weights.size() == classes,
      "train: one weight per class");
  for (const double weight : options.class_weights) {
    require_within("a class weight", weight, kPositive);
  }
  std::vector<double> seen(classes, 0.0);
  for (std::size_t i = 0; i < data.labels.size(); ++i) {
    const std::int32_t label = data.labels[i];
    const bool counts = data.costs.empty() || data.costs[i] > 0;
    if (label != kUnlabeled && counts) seen[label] = 1;
  }
  data.complete(seen);
  const auto missing = std::find(seen.begin(), seen.end(), 0.0);
  const auto present =
      std::ssize(seen) - std::count(seen.begin(), seen.end(), 0.0);
  if (present < 2) {
    throw DataError("expected labeled rows of at least two classes, found " +
                    std::to_string(present));
  }
  if (missing != seen.end()) {
    throw DataError("expected a labeled row of every class, found none of " +
                    data.classes[missing - seen.begin()]);
  }
}

}  // namespace

void require_trainable(const Dataset& data, const LinearOptions& options) {
  require_within_bounds(options);
  if (options.lambda_u.value_or(1) != 0)
    require_within("lambda-u, if not 0,", options.lambda_u.value_or(1),
                   kModerate);
  require_data(data, options);
}

double row_cost(const Dataset& data, const LinearOptions& options, Index row) {
  const double cost = data.costs.empty() ? 1.0 : data.costs[row];
  const std::int32_t label = data.labels[row];
  if (label == kUnlabeled || options.class_weights.empty()) return cost;
  return cost * options.class_weights[label];
}

double lambda_in_force(const Dataset& data, const LinearOptions& options) {
  return options.lambda
             ? *options.lambda
             : default_lambda(data, options.threads, options.class_weights);
}

double bias_value(const LinearOptions& options) {
  return options.bias_regularized ? options.bias : kFreeBias * options.bias;
}

}  // namespace semilin
