#include "support/linear_problem.h"

namespace semilin::test {

OwnedProblem supervised_problem(const Dataset& data,
                                const test::LinearTraining& options) {
  OwnedProblem problem;
  problem.rows = data.rows;
  problem.bias = options.bias;
  problem.loss =
      options.method == kRls ? Loss::squares() : Loss::squared_hinge();
  const auto classes = static_cast<int>(data.classes.size());
  problem.outputs = classes == 2 ? 1 : classes;
  problem.lambda.assign(problem.stride(), *options.lambda);
  problem.beliefs.assign(data.rows.rows() * problem.stride(), 0.5);
  double sum = 0;
  for (Index i = 0; i < data.rows.rows(); ++i) {
    const std::int32_t label = data.labels[i];
    double cost = data.costs.empty() ? 1 : data.costs[i];
    if (label == kUnlabeled) cost = 0;
    if (cost > 0 && !options.class_weights.empty())
      cost *= options.class_weights[label];
    problem.costs.push_back(cost);
    sum += cost;
    if (label == kUnlabeled) continue;
    for (int k = 0; k < problem.outputs; ++k) {
      problem.beliefs[i * problem.stride() + k] =
          problem.outputs == 1 ? label : (label == k ? 1 : 0);
    }
  }
  for (double& cost : problem.costs)
    cost /= sum;
  problem.use_threads(1);
  return problem;
}

Doubles block_of(const OwnedProblem& problem, const LinearModel& model) {
  Doubles block(problem.x->cols() * problem.stride(), 0.0);
  const auto copy_row = [&](Index from, Index to) {
    for (int k = 0; k < problem.outputs; ++k)
      block[to * problem.stride() + k] =
          model.weights[from * problem.outputs + k];
  };
  for (Index j = 0; j < std::min(model.features, problem.rows.cols()); ++j)
    copy_row(j, j);
  if (problem.bias != 0) copy_row(model.features, problem.rows.cols());
  return block;
}

BatchOptimality optimality(const OwnedProblem& problem,
                           const LinearModel& model) {
  const Doubles block = block_of(problem, model);
  BatchOptimality sum;
  for (int k = 0; k < problem.outputs; ++k) {
    const Optimality at = optimality(problem, block, k);
    sum.objective += at.objective;
    sum.relative = std::max(sum.relative, at.relative());
  }
  return sum;
}

}  // namespace semilin::test
