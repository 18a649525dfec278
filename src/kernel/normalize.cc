#include "kernel/normalize.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "semilin/base/index.h"

#include "solvers/blocks.h"
#include "solvers/simplex.h"

namespace semilin {
namespace {

constexpr int kHalvings = 50;

// The map that gives column k the mean wanted(k).first and the deviation
// wanted(k).second; a constant one becomes the mean.
template <class Wanted>
Affine to_moments(BlockShape shape, std::span<const double> g,
                  const Wanted& wanted) {
  const std::vector<double> moments = column_moments(shape, g);
  Affine map;
  for (int k = 0; k < shape.columns; ++k) {
    const auto& [mean, deviation] = wanted(k);
    const double own = std::sqrt(
        std::max(0.0, moments[shape.columns + k] - moments[k] * moments[k]));
    map.scale.push_back(own > 0 ? deviation / own : 0);
    map.shift.push_back(mean - map.scale[k] * moments[k]);
  }
  return map;
}

}  // namespace

void map_columns(BlockShape shape, const Affine& map, std::span<double> g) {
  const auto rows = static_cast<Index>(g.size()) / shape.columns;
  for_rows(rows, shape.columns, shape.threads, [&](Index i) {
    for (int k = 0; k < shape.columns; ++k) {
      double& value = g[i * shape.columns + k];
      value = map.scale[k] * value + (map.shift.empty() ? 0 : map.shift[k]);
    }
  });
}

std::vector<double> column_moments(BlockShape shape,
                                   std::span<const double> g) {
  const int columns = shape.columns;
  const auto rows = static_cast<Index>(g.size()) / columns;
  std::vector<double> sums =
      sum_pieces(rows, columns, shape.threads, 2 * columns,
                 [&](Index begin, Index end, double* part) {
                   for (Index i = begin; i < end; ++i) {
                     for (int k = 0; k < columns; ++k) {
                       const double value = g[i * columns + k];
                       part[k] += value;
                       part[columns + k] += value * value;
                     }
                   }
                 });
  for (double& sum : sums)
    sum /= static_cast<double>(rows);
  return sums;
}

Affine to_sizes(BlockShape shape, std::span<const double> means,
                std::span<const double> g) {
  return to_moments(shape, g, [&](int k) {
    const double m = means[k];
    return std::pair(m,
                     std::sqrt(shape.columns == 1 ? 1 - m * m : m * (1 - m)));
  });
}

void standardize(BlockShape shape, std::span<double> g) {
  const auto wanted = [](int) { return std::pair(0.0, 1.0); };
  map_columns(shape, to_moments(shape, g, wanted), g);
}

void project_rows(BlockShape shape, std::span<double> g) {
  const auto columns = static_cast<std::size_t>(shape.columns);
  const auto rows = static_cast<Index>(g.size() / columns);
  for_rows(rows, shape.columns, shape.threads, [&](Index i) {
    project_to_simplex(g.subspan(i * columns, columns));
  });
}

std::vector<double> nearest_within(std::vector<double> own,
                                   std::span<const double> sizes,
                                   double drift) {
  std::vector<double> q(sizes.size());
  const auto mix = [&](double t) {  // sets q, returns KL(q, sizes)
    for (std::size_t k = 0; k < q.size(); ++k)
      q[k] = std::pow(own[k], t) * std::pow(sizes[k], 1 - t);
    make_sum_one(q);
    double divergence = 0;
    for (std::size_t k = 0; k < q.size(); ++k)
      divergence += q[k] > 0 ? q[k] * std::log(q[k] / sizes[k]) : 0;
    return divergence;
  };
  if (mix(1) <= drift) return own;
  double within = 0;
  double beyond = 1;
  for (int halving = 0; halving < kHalvings; ++halving) {
    const double t = (within + beyond) / 2;
    (mix(t) <= drift ? within : beyond) = t;
  }
  (void)mix(within);
  return q;
}

void scale_columns(BlockShape shape, std::span<const double> sizes,
                   double drift, std::span<double> g) {
  const std::vector<double> moments = column_moments(shape, g);
  const std::vector<double> mean_squares(moments.begin() + shape.columns,
                                         moments.end());
  std::vector<double> wanted(sizes.begin(), sizes.end());
  if (drift > 0) {
    std::vector<double> own = mean_squares;
    make_sum_one(own);
    wanted = nearest_within(std::move(own), sizes, drift);
  }
  Affine map{std::vector<double>(shape.columns), {}};
  for (int k = 0; k < shape.columns; ++k)
    if (mean_squares[k] > 0)
      map.scale[k] = std::sqrt(wanted[k] / mean_squares[k]);
  map_columns(shape, map, g);
}

}  // namespace semilin
