#include "semilin/linear/options.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "semilin/base/error.h"
#include "semilin/matrix/label_sets.h"

#include "linear/trainable.h"
#include "matrix/row_functions.h"

namespace semilin {
namespace {

constexpr double kLambda = 1e-3;  // for rows of unit length
constexpr double kMostOfMedian = 100;

// The median of the values of all rows; 0 if there are none.
double median(const Dataset& data, const std::vector<float>& values) {
  const std::vector<double> own(values.begin(), values.end());
  const Index all = data.sum(std::ssize(own));
  return all == 0 ? 0 : data.nth_smallest(own, all / 2);
}

double rounded_to_three_digits(double value) {
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 2);
  // 10^-k is no double, 10^k is one.
  return unit < 1
             ? std::round(value * std::round(1 / unit)) / std::round(1 / unit)
             : std::round(value / unit) * unit;
}

std::vector<double> labeled_costs(const Dataset& data) {
  return data.sum_rows(data.classes.size(), [&](auto& costs) {
    for (Index i = 0; i < std::ssize(data.labels); ++i)
      if (data.labels[i] != kUnlabeled) costs[data.labels[i]] += data.cost(i);
  });
}

// The row's cost times its class's weight.
double weighted_cost(const Dataset& data, const std::vector<double>& weights,
                     Index row) {
  const std::int32_t label = data.labels[row];
  return label == kUnlabeled || weights.empty()
             ? data.cost(row)
             : data.cost(row) * weights[label];
}

// The number of labeled rows, or of equal ones that weigh as unequal costs do.
double effective_labels(const Dataset& data,
                        const std::vector<double>& class_weights) {
  const auto sums = data.sum_rows(2, [&](auto& costs) {
    for (Index i = 0; i < std::ssize(data.labels); ++i) {
      if (data.labels[i] == kUnlabeled) continue;
      const double cost = weighted_cost(data, class_weights, i);
      costs[0] += cost;
      costs[1] += cost * cost;
    }
  });
  return sums[1] > 0 ? sums[0] * sums[0] / sums[1] : 0;
}

// Makes the penalty of a given threshold a thousandth.
constexpr double kFreeBias = 32;

// Squares of larger values, and sums of these, are infinite.
void require_moderate_values(const Dataset& data) {
  constexpr double kMostValue = 1e100;
  const bool large = data.rows.visit([&](const auto& view) {
    return data.rows.is_double() &&
           std::any_of(
               view.values, view.values + view.nonzeros(),
               [](double value) { return std::abs(value) > kMostValue; });
  });
  if (data.any(large))
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
  const auto seen = data.sum_rows(classes, [&](auto& counts) {
    for (Index i = 0; i < data.rows.rows(); ++i)
      if (data.labels[i] != kUnlabeled && data.cost(i) > 0)
        counts[data.labels[i]] = 1;
  });
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

double summed_costs(const Dataset& data, const std::vector<double>& weights) {
  const std::vector<double> costs = labeled_costs(data);
  if (weights.empty()) return std::accumulate(costs.begin(), costs.end(), 0.0);
  return std::inner_product(costs.begin(), costs.end(), weights.begin(), 0.0);
}

std::vector<double> balanced_weights(const Dataset& data) {
  std::vector<double> costs = labeled_costs(data);
  const double sum = std::accumulate(costs.begin(), costs.end(), 0.0);
  if (!has_label_sets(data)) {
    for (double& cost : costs)
      cost = cost > 0 ? sum / (static_cast<double>(costs.size()) * cost) : 1;
    return costs;
  }
  const LabelSets sets = label_sets(data);
  std::vector<double> with(sets.names.size());
  for (std::size_t c = 0; c < costs.size(); ++c) {
    for (const std::int32_t k : sets.of_class[c])
      with[k] += costs[c];
  }
  for (double& weight : with)
    weight = weight > 0 && weight < sum ? (sum - weight) / weight : 1;
  return with;
}

double default_lambda(const Dataset& data, int threads,
                      const std::vector<double>& class_weights) {
  std::vector<float> squares = squared_norms(data.rows, threads);
  std::erase_if(squares, [](float square) { return !(square > 0); });
  const double most = kMostOfMedian * median(data, squares);
  double sum = 0;
  for (const float square : squares)
    sum += std::min(static_cast<double>(square), most);
  const double mean =
      data.sum(sum) / data.sum(static_cast<double>(squares.size()));
  const double labels = effective_labels(data, class_weights);
  const double factor =
      labels > 0 ? std::min(kLambda, 1 / (2 * labels)) : kLambda;
  return rounded_to_three_digits(std::isnormal(factor * mean) ? factor * mean
                                                              : factor);
}

double default_lambda_u(const Dataset& data) {
  const auto sums = data.sum_rows(2, [&](auto& costs) {
    for (Index i = 0; i < std::ssize(data.labels); ++i)
      costs[data.labels[i] == kUnlabeled ? 1 : 0] += data.cost(i);
  });  // labeled rows, the others
  return sums[1] > 0 ? sums[1] / (sums[0] + sums[1]) : 1;
}

// 1/2 |w|^2 + C sum c_i l2  and  lambda/2 |w|^2 + 1/(2l) sum c_i l2  are
// proportional if C = 1 / (2 lambda l).
double lambda_from_c(double c, double labeled) {
  require_within("C", c, kPositive);
  require(labeled > 0, "lambda_from_c: needs labeled rows");
  const double lambda = 1 / (2 * c * labeled);
  require(lambda > 0 && std::isfinite(lambda),
          "C: lambda = 1 / (2 C l) is out of the range of numbers");
  return lambda;
}

double c_from_lambda(double lambda, double labeled) {
  require_within("lambda", lambda, kPositive);
  require(labeled > 0, "c_from_lambda: needs labeled rows");
  return 1 / (2 * lambda * labeled);
}

void require_trainable(const Dataset& data, const LinearOptions& options) {
  require_within_bounds(options);
  if (options.lambda_u.value_or(1) != 0)
    require_within("lambda-u, if not 0,", options.lambda_u.value_or(1),
                   kModerate);
  require_data(data, options);
}

double row_cost(const Dataset& data, const LinearOptions& options, Index row) {
  return weighted_cost(data, options.class_weights, row);
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
