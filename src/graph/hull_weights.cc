#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "semilin/base/error.h"
#include "semilin/graph/neighbors.h"

#include "base/parallel.h"
#include "graph/sparse_rows.h"

namespace semilin {
namespace {

constexpr Index kHullRows = 256;
constexpr double kTolerance = 1e-6;
constexpr int kMaxSteps = 10000;

// min |x - sum_c w_c y_c|^2 = sum_c w_c d_c - 1/2 sum_cb w_c w_b D_cb over the
// simplex, by the squared distances d to x and D between neighbors alone.
class Hull {
 public:
  explicit Hull(Index cols) : neighbor_(cols) {}

  // Sets the squared distances of x = query i and its neighbors.
  void measure(const CsrView<float>& rows, const Neighbors& near, Index i) {
    const auto ids = near.ids_of(i);
    size_ = std::find(ids.begin(), ids.end(), kNoNeighbor) - ids.begin();
    to_query_.resize(size_);
    between_.assign(size_ * size_, 0.0);
    for (Index c = 0; c < size_; ++c) {
      const double distance = near.distances_of(i)[c];
      to_query_[c] = distance * distance;
      neighbor_.set(rows, ids[c]);
      for (Index d = 0; d < c; ++d) {
        between_[c * size_ + d] = between_[d * size_ + c] =
            neighbor_.squared_distance(rows, ids[d]);
      }
    }
  }

  // It starts from the nearest neighbor, and each step moves the best amount of
  // weight from the neighbor with the largest slope to that with the smallest
  // one.
  void fit(std::span<float> weights) {
    if (size_ == 0) return;
    w_.assign(size_, 0.0);
    w_[0] = 1;
    slope_.resize(size_);
    for (Index c = 0; c < size_; ++c)
      slope_[c] = to_query_[c] - between_[c * size_];
    const double enough = kTolerance * to_query_.back();
    for (int step = 0; step < kMaxSteps; ++step) {
      const Index to =
          std::min_element(slope_.begin(), slope_.end()) - slope_.begin();
      const Index from = largest_slope_with_weight();
      const double gap = slope_[from] - slope_[to];
      if (gap <= enough) break;
      move(from, to, gap / (2 * between_[from * size_ + to]));
    }
    std::copy(w_.begin(), w_.end(), weights.begin());
  }

 private:
  [[nodiscard]] Index largest_slope_with_weight() const {
    Index largest = -1;
    for (Index c = 0; c < size_; ++c) {
      if (w_[c] > 0 && (largest < 0 || slope_[c] > slope_[largest]))
        largest = c;
    }
    return largest;
  }

  void move(Index from, Index to, double best) {
    const double amount = std::min(w_[from], best);
    w_[from] -= amount;
    w_[to] += amount;
    for (Index c = 0; c < size_; ++c)
      slope_[c] -=
          amount * (between_[c * size_ + to] - between_[c * size_ + from]);
  }

  Index size_ = 0;
  ScatteredRow neighbor_;
  std::vector<double> to_query_, between_, w_, slope_;
};

}  // namespace

std::vector<float> hull_weights(const CsrStore& rows, const Neighbors& near,
                                int threads) {
  require_valid(rows, threads);
  require(
      near.metric != Metric::Auto && near.ids.size() == near.distances.size() &&
          std::all_of(near.ids.begin(), near.ids.end(),
                      [&](std::int32_t j) {
                        return j == kNoNeighbor || (j >= 0 && j < rows.rows());
                      }),
      "hull_weights: the neighbors are not those of these rows");
  const CsrStore floats = as_floats(rows, near.metric, rows.cols());
  const CsrView<float> view = floats_of(floats);
  std::vector<float> weights(near.ids.size(), 0.0F);
  for_ranges(near.points(), kHullRows, threads, [&](Index begin, Index end) {
    Hull hull(view.cols);
    for (Index i = begin; i < end; ++i) {
      hull.measure(view, near, i);
      hull.fit({weights.data() + i * near.k, static_cast<std::size_t>(near.k)});
    }
  });
  return weights;
}

}  // namespace semilin
