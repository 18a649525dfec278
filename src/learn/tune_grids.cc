// The default grids of tuning.
#include <string>
#include <utility>
#include <vector>

#include "semilin/base/error.h"
#include "semilin/learn/tune.h"

#include "learn/learner.h"
#include "linear/trainable.h"

namespace semilin {
namespace {

// They suit rows of unit length. A step is about half an order of magnitude.
const std::vector<double> kLambdas = {0.1,  0.03, 0.01, 3e-3, 1e-3,
                                      3e-4, 1e-4, 3e-5, 1e-5, 3e-6};
// Annealing costs one run per point and fold.
const std::vector<double> kSemisupervisedLambdas = {1e-2, 1e-3, 1e-4};
const std::vector<double> kLambdaUs = {0, 0.1, 1};
const std::vector<double> kLaplacianGammas = {1, 4, 16};
const std::vector<double> kGammas = {0.05, 0.15, 0.5};
constexpr Index kNeighbors[] = {5, 10, 20};

// Both return whether they had to choose a grid.
bool set_linear_grids(bool semisupervised, const Dataset& data,
                      TuneOptions& options) {
  const bool semi = semisupervised && data.labeled() < data.rows.rows();
  const bool some =
      options.lambda.empty() || (semi && options.lambda_u.empty());
  if (options.lambda.empty()) {
    const double lambda = lambda_in_force(data, options.train.linear);
    options.lambda = semi ? kSemisupervisedLambdas : kLambdas;
    for (double& value : options.lambda)
      value *= lambda / 1e-3;
  }
  if (options.lambda_u.empty())
    options.lambda_u = semi ? kLambdaUs : std::vector<double>{0};
  return some;
}

bool set_graph_grids(const Dataset& data, TuneOptions& options) {
  const GraphTraining& training = options.train.graph;
  const GraphPenalty penalty = penalty_of(training.options.method);
  const bool gammas = options.gamma.empty() && penalty != GraphPenalty::Cheeger;
  const bool neighbors = options.neighbors.empty() && !training.graph;
  if (gammas) {
    options.gamma =
        penalty == GraphPenalty::Laplacian ? kLaplacianGammas : kGammas;
  }
  if (neighbors) {
    for (const Index count : kNeighbors)
      if (count < data.rows.rows()) options.neighbors.push_back(count);
  }
  return gammas || neighbors;
}

}  // namespace

const Method& tuned_method(TrainOptions& options, const Dataset& data) {
  if (options.method.empty()) options.method = default_tuned_method(data);
  const Method& method = method_named(options.method);
  require(!method.linear || !method.graph,
          "tune: chooses for one method, not for a committee");
  options.graph.options.method = method.graph_method;
  if (options.threads != 0) options.linear.threads = options.threads;
  return method;
}

std::string_view default_tuned_method(const Dataset& data) {
  return data.labeled() < data.rows.rows() ? kDa : kSvm;
}

TuneOptions with_default_grids(TuneOptions options, const Dataset& data) {
  const std::string untuned =
      options.train.method.empty()
          ? std::string(default_method(data, options.train.linear.lambda_u))
          : options.train.method;
  const Method& method = tuned_method(options.train, data);
  for (const double c : std::exchange(options.c, {}))
    options.lambda.push_back(lambda_from_c(
        c, summed_costs(data, options.train.linear.class_weights)));
  const bool chose =
      method.graph ? set_graph_grids(data, options)
                   : set_linear_grids(method.semisupervised, data, options);
  if (chose) options.untuned = untuned;
  return options;
}

}  // namespace semilin
