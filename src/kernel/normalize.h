// The constraint sets of the graph methods: spheres and simplices.
#pragma once

#include <span>
#include <vector>

namespace semilin {

/// Blocks are N x columns, row-major. All results are the same for any number
/// of threads.
struct BlockShape {
  int columns = 1;
  int threads = 0;
};

/// Per column: mean, then mean square.
[[nodiscard]] std::vector<double> column_moments(BlockShape shape,
                                                 std::span<const double> g);

/// One number of each per column; no shift: zeros.
struct Affine {
  std::vector<double> scale, shift;
};

/// g_ik = scale_k g_ik + shift_k.
void map_columns(BlockShape shape, const Affine& map, std::span<double> g);

/// The map that gives each column the mean and the variance of an indicator of
/// its class: mean m and variance m (1 - m), of labels 0 and 1; a single column
/// has labels +-1 and variance 1 - m^2, so that |g|^2 = N (BZ Eqs. 26, 27 with
/// m = 0). A constant column becomes m.
[[nodiscard]] Affine to_sizes(BlockShape shape, std::span<const double> means,
                              std::span<const double> g);

/// Column k = (g_k - mean) / standard deviation; a constant one becomes 0.
void standardize(BlockShape shape, std::span<double> g);

/// Every row onto the probability simplex.
void project_rows(BlockShape shape, std::span<double> g);

/// argmin KL(q, own) subject to KL(q, sizes) <= drift; both sum to 1. It is
/// q_k ~ own_k^t sizes_k^(1 - t) with the largest t <= 1.
[[nodiscard]] std::vector<double> nearest_within(std::vector<double> own,
                                                 std::span<const double> sizes,
                                                 double drift);

/// Column k to |g_k|^2 = N sizes_k (Eq. 110); for drift > 0 to N q_k, q being
/// nearest_within of the columns' own shares of |g|^2. A zero column stays.
void scale_columns(BlockShape shape, std::span<const double> sizes,
                   double drift, std::span<double> g);

}  // namespace semilin
