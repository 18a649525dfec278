// The sums of soft beliefs, row by row (beliefs.h): what is compiled for each
// kind of processor, and exp for loops that become vector instructions.
#pragma once

#include <bit>
#include <cstdint>

#include "linear/beliefs.h"

namespace semilin {

/// Beliefs below this add nothing to the Hessian of the dual.
inline constexpr double kNegligible = 1e-9;

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

/// mean += v p,  outer += v p p' (K x K, on and below the diagonal)
void add_moments(double v, const double* p, int count, double* mean,
                 double* outer);

/// mean += v p,  squares += v p^2
void add_squares(double v, const double* p, int count, double* mean,
                 double* squares);

/// sum += v (diag(p) - p p') x
void add_product(double v, const double* p, const double* x, int count,
                 double* sum);

/// e^x for x <= 0, relative error below 1e-14; 0 below x = -700.
[[nodiscard]] inline double fast_exp(double x) {
  // x = n log 2 + r, |r| <= log(2)/2: adding 1.5 * 2^52 rounds to an integer
  // that stands in the low bits.
  constexpr double kShift = 0x1.8p52;
  const double clamped = x > -700.0 ? x : -700.0;
  const double shifted = clamped * 1.4426950408889634 + kShift;
  const double n = shifted - kShift;
  const double r =
      (clamped - n * 0x1.62e42fefa0000p-1) - n * 0x1.cf79abc9e3b39p-40;
  // Taylor to r^12 / 12!, in parts that do not wait for each other.
  const double r2 = r * r;
  const double r4 = r2 * r2;
  const double from2 =
      (1.0 / 2 + r * (1.0 / 6)) + r2 * (1.0 / 24 + r * (1.0 / 120));
  const double from6 =
      (1.0 / 720 + r * (1.0 / 5040)) + r2 * (1.0 / 40320 + r * (1.0 / 362880));
  const double from10 =
      (1.0 / 3628800 + r * (1.0 / 39916800)) + r2 * (1.0 / 479001600);
  const double sum = 1 + (r + r2 * (from2 + r4 * (from6 + r4 * from10)));
  // times 2^n: add n to the exponent
  const auto exponent = std::bit_cast<std::uint64_t>(shifted) << 52;
  const double scaled =
      std::bit_cast<double>(std::bit_cast<std::uint64_t>(sum) + exponent);
  return x > -700.0 ? scaled : 0.0;
}

}  // namespace semilin
