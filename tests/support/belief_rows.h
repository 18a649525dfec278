// Outputs of unlabeled rows, for what chooses their beliefs and classes.
#pragma once

#include "linear/beliefs.h"
#include "solvers/simplex.h"
#include "support/test.h"

namespace semilin::test {

constexpr double kHard = std::numeric_limits<double>::infinity();

/// Sizes of so many classes that rise evenly.
inline Doubles rising_sizes(int classes) {
  Doubles sizes(classes);
  std::iota(sizes.begin(), sizes.end(), 1.0);
  make_sum_one(sizes);
  return sizes;
}

/// Owns what a BeliefProblem borrows. Rows 1, 3, 5, ... are unlabeled.
struct BeliefRows {
  int outputs;  ///< 1: two classes
  int stride;
  Doubles block;
  std::vector<Index> unlabeled;
  Doubles weights;
  Doubles class_sizes;
  double lambda_u = 1;
  double rho = kHard;
  int threads = 1;

  [[nodiscard]] BeliefProblem problem() const {
    BeliefProblem problem;
    problem.outputs = block;
    problem.stride = stride;
    problem.outputs_per_row = outputs;
    problem.rows = unlabeled;
    problem.weights = weights;
    problem.class_sizes = class_sizes;
    problem.lambda_u = lambda_u;
    problem.rho = rho;
    problem.threads = threads;
    return problem;
  }
  [[nodiscard]] int classes() const { return outputs == 1 ? 2 : outputs; }
};

/// Normal outputs, unequal weights unless `equal`, rising class sizes.
inline BeliefRows random_belief_rows(int outputs, Index count,
                                     std::uint64_t seed, bool equal = false) {
  Random random(seed);
  const int stride = outputs == 1 ? 1 : (outputs + 7) / 8 * 8;
  BeliefRows rows{outputs, stride, Doubles(2 * count * stride, 0.25),
                  {},      {},     rising_sizes(outputs == 1 ? 2 : outputs)};
  for (Index j = 0; j < count; ++j) {
    rows.unlabeled.push_back(2 * j + 1);
    for (int k = 0; k < outputs; ++k)
      rows.block[(2 * j + 1) * stride + k] = random.normal();
    rows.weights.push_back(equal ? 1 : 0.5 + random.uniform());
  }
  if (count > 0) make_sum_one(rows.weights);
  return rows;
}

}  // namespace semilin::test
