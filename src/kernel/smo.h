// The dual of a small SVM.
#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

namespace semilin {

/// min 1/2 beta'Q beta - p'beta over 0 <= beta <= mu, y'beta = 0, for labels y
/// of +-1 and Q_ij = y_i y_j G_ij, G positive semi-definite: sequential minimal
/// optimization (Platt 1998) on the pair that violates the KKT conditions most
/// in the second order (Fan, Chen, Lin 2005). Starts from beta, which is
/// feasible. Stops when max over "up" of y_i (p - Q beta)_i exceeds the min
/// over "down" by at most `tolerance`.
void solve_smo(const Eigen::MatrixXd& gram, std::span<const double> p,
               std::span<const double> y, double mu, std::vector<double>& beta,
               double tolerance = 1e-6);

}  // namespace semilin
