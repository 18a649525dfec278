// Projection onto the probability simplex.
#pragma once

#include <span>

namespace semilin {

/// x = argmin |x - x_in| over x >= 0, sum x = 1, exactly and in place
/// (Michelot 1986). At most x.size() passes, in practice two or three.
void project_to_simplex(std::span<double> x);

/// Divides by their sum.
void make_sum_one(std::span<double> x);

}  // namespace semilin
