// Projection onto the probability simplex.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>

namespace semilin {

/// x = argmin |x - x_in| over x >= 0, sum x = 1, exactly and in place
/// (Michelot 1986). At most x.size() passes, in practice two or three. It is
/// max(x - shift, 0). A shift computed as if only the entries above the last
/// shift were positive never overshoots, so entries only leave.
inline void project_to_simplex(std::span<double> x) {
  double shift = -std::numeric_limits<double>::infinity();
  for (std::size_t positive = 0;;) {
    double sum = 0;
    std::size_t count = 0;
    for (const double value : x) {
      if (value <= shift) continue;
      sum += value;
      ++count;
    }
    if (count == positive || count == 0) break;  // 0: beyond a double's digits
    positive = count;
    shift = (sum - 1) / static_cast<double>(count);
  }
  for (double& value : x)
    value = std::max(value - shift, 0.0);
}

/// Divides by their sum.
inline void make_sum_one(std::span<double> x) {
  const double sum = std::accumulate(x.begin(), x.end(), 0.0);
  for (double& value : x)
    value /= sum;
}

}  // namespace semilin
