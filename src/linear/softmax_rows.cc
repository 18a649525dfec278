#include "linear/softmax_rows.h"

#include <algorithm>
#include <cmath>

#include "solvers/blocks.h"

namespace semilin {
namespace {

// 1 / (1 + e^-z) from e^-|z|.
double sigmoid(double z, double small) {
  return (z >= 0 ? 1 : small) / (1 + small);
}

}  // namespace

SEMILIN_CLONES
void fill_logits(const Softmax& s, Index row, double* logit) {
  const BeliefProblem problem = s.problem;  // a copy: nothing can alias it
  const double* o = problem.outputs.data() + row * problem.stride;
  const double scale = 1 / s.temperature;
  for (int k = 0; k < problem.outputs_per_row; ++k) {
    logit[k] = (s.nu[k] - belief_cost(problem, o[k])) * scale;
  }
}

SEMILIN_CLONES
void exponentiate(double* values, int count, double shift) {
  SEMILIN_IVDEP
  for (int k = 0; k < count; ++k)
    values[k] = fast_exp(values[k] - shift);
}

double sigmoid_row(const Softmax& s, Index row, double* p) {
  const double o = s.problem.outputs[row * s.problem.stride];
  const double z = (s.nu[0] - belief_cost(s.problem, o)) / s.temperature;
  const double small = fast_exp(-std::abs(z));
  p[0] = sigmoid(z, small);
  // H = log(1 + e^-|z|) + |z| e^-|z| / (1 + e^-|z|)
  return std::log1p(small) + std::abs(z) * small / (1 + small);
}

double softmax_row(const Softmax& s, Index row, const double* e,
                   const double* a, double* p, double* logit) {
  const int count = s.problem.outputs_per_row;
  normalize_product(e, a, count, p);
  fill_logits(s, row, logit);
  const auto top = std::max_element(p, p + count) - p;
  // H = -sum_k p_k log p_k with log p_k = log p_top + z_k - z_top
  double fall = 0;
  for (int k = 0; k < count; ++k)
    fall += p[k] * (logit[top] - logit[k]);
  return fall - std::log(p[top]);
}

SEMILIN_CLONES
void add_sigmoids(const Softmax& s, Index begin, Index end, double* sums) {
  const BeliefProblem problem = s.problem;  // a copy: nothing can alias it
  const double nu = s.nu[0];
  const double scale = 1 / s.temperature;
  double mean = 0;
  double bend = 0;
  SEMILIN_IVDEP
  for (Index j = begin; j < end; ++j) {
    const double o = problem.outputs[problem.rows[j] * problem.stride];
    const double z = (nu - belief_cost(problem, o)) * scale;
    const double p = sigmoid(z, fast_exp(-std::abs(z)));
    mean += problem.weights[j] * p;
    bend += problem.weights[j] * (p * (1 - p));
  }
  sums[0] += mean;
  sums[1] += bend;
}

SEMILIN_CLONES
double normalize_product(const double* e, const double* a, int count,
                         double* p) {
  double sum = 0;
  for (int k = 0; k < count; ++k) {
    p[k] = e[k] * a[k];
    sum += p[k];
  }
  const double inverse = 1 / sum;
  for (int k = 0; k < count; ++k)
    p[k] *= inverse;
  return sum;
}

SEMILIN_CLONES
void add_moments(double v, const double* p, int count, double* mean,
                 double* outer) {
  for (int a = 0; a < count; ++a) {
    const double weight = v * p[a];
    mean[a] += weight;
    if (p[a] <= kNegligible) continue;
    for (int b = 0; b <= a; ++b)
      outer[a * count + b] += weight * p[b];
  }
}

SEMILIN_CLONES
void add_squares(double v, const double* p, int count, double* mean,
                 double* squares) {
  for (int k = 0; k < count; ++k) {
    const double weight = v * p[k];
    mean[k] += weight;
    squares[k] += weight * p[k];
  }
}

SEMILIN_CLONES
void add_product(double v, const double* p, const double* x, int count,
                 double* sum) {
  double mean = 0;
  for (int k = 0; k < count; ++k)
    mean += p[k] * x[k];
  for (int k = 0; k < count; ++k)
    sum[k] += v * p[k] * (x[k] - mean);
}

}  // namespace semilin
