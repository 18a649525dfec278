// The sums of soft beliefs, row by row (beliefs.h): what is compiled for each
// kind of processor.
#pragma once

#include "linear/beliefs.h"

namespace semilin {

/// The problem of one row.
struct Softmax {
  const BeliefProblem& problem;
  double temperature;
  const double* nu;
};

/// logit[k] := (nu_k - g_jk) / T of a row
void fill_logits(const Softmax& s, Index row, double* logit);

/// values[k] := exp(values[k] - shift)
void exponentiate(double* values, int count, double shift);

/// Two classes: p of class 1, whose logit stands against 0; returns the
/// entropy.
double sigmoid_row(const Softmax& s, Index row, double* p);

/// More classes: p := e a / sum(e a), the exponentials of the logits; returns
/// the entropy. `logit`: scratch.
double softmax_row(const Softmax& s, Index row, const double* e,
                   const double* a, double* p, double* logit);

/// Adds v p to sums[0] and v p (1 - p) to sums[1], p = sigmoid_row's, for rows
/// problem.rows[begin..end).
void add_sigmoids(const Softmax& s, Index begin, Index end, double* sums);

/// p := e a / sum(e a); returns the sum.
double normalize_product(const double* e, const double* a, int count,
                         double* p);

/// mean += v p,  outer += v p p' (K x K)
void add_moments(double v, const double* p, int count, double* mean,
                 double* outer);

/// mean += v p,  squares += v p^2
void add_squares(double v, const double* p, int count, double* mean,
                 double* squares);

/// sum += v (diag(p) - p p') x
void add_product(double v, const double* p, const double* x, int count,
                 double* sum);

}  // namespace semilin
