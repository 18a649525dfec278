// The dual of a small SVM.
#pragma once

#include <span>
#include <vector>

#include "semilin/base/index.h"

namespace semilin {

/// The tolerance of the methods' own solves.
inline constexpr double kSmoTolerance = 1e-6;

struct SmoResult {
  double bias = 0;
  double violation = 0;  ///< violation of the KKT conditions, at the end
  Index steps = 0;
};

/// min 1/2 beta'Q beta - p'beta over 0 <= beta <= mu, y'beta = 0, for labels y
/// of +-1 and Q positive semi-definite, n x n: sequential minimal optimization
/// (Platt 1998) on the pair that violates the KKT conditions most in the second
/// order (Fan, Chen, Lin 2005). Starts from beta, which is feasible. Stops when
/// max over "up" of y_i (p - Q beta)_i exceeds the min over "down" by at most
/// `tolerance`; the bias is the middle of the two, or their mean over
/// 0 < beta_i < mu if there are such.
SmoResult solve_smo(std::span<const double> q, std::span<const double> p,
                    std::span<const double> y, double mu, double tolerance,
                    std::vector<double>& beta);

}  // namespace semilin
