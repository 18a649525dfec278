#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "semilin/base/parallel.h"
#include "semilin/graph/neighbors.h"

#include "graph/sparse_rows.h"

namespace semilin {
namespace {

constexpr Index kTaskRows = 256;
constexpr double kTolerance = 1e-6;
constexpr int kMaxSteps = 1000;

// min |x - sum_c w_c y_c|^2 = sum_c w_c to_c - 1/2 sum_cd w_c w_d among_cd over
// the simplex, by squared distances alone.
class Hull {
 public:
  // Of x = query i.
  void measure(const CsrView<float>& rows, const Neighbors& near, Index i) {
    const auto ids = near.ids_of(i);
    size_ = std::find(ids.begin(), ids.end(), kNoNeighbor) - ids.begin();
    to_.resize(size_);
    among_.assign(size_ * size_, 0.0);
    for (Index c = 0; c < size_; ++c) {
      const double distance = near.distances_of(i)[c];
      to_[c] = distance * distance;
      for (Index d = 0; d < c; ++d) {
        among_[c * size_ + d] = among_[d * size_ + c] =
            squared_distance(rows, ids[c], rows, ids[d]);
      }
    }
  }

  // From equal weights; each step moves the best amount from the neighbour
  // with the steepest slope to that with the least steep one.
  void fit(std::span<float> weights) {
    if (size_ == 0) return;
    w_.assign(size_, 1 / static_cast<double>(size_));
    slope_ = to_;
    for (Index c = 0; c < size_; ++c) {
      for (Index d = 0; d < size_; ++d)
        slope_[c] -= w_[d] * among_[c * size_ + d];
    }
    const double enough = kTolerance * to_.back();
    for (int step = 0; step < kMaxSteps; ++step) {
      const Index to =
          std::min_element(slope_.begin(), slope_.end()) - slope_.begin();
      const Index from = steepest_with_weight();
      const double gap = slope_[from] - slope_[to];
      if (gap <= enough) break;
      move(from, to, gap / (2 * among_[from * size_ + to]));
    }
    std::copy(w_.begin(), w_.end(), weights.begin());
  }

 private:
  [[nodiscard]] Index steepest_with_weight() const {
    Index steepest = -1;
    for (Index c = 0; c < size_; ++c) {
      if (w_[c] > 0 && (steepest < 0 || slope_[c] > slope_[steepest]))
        steepest = c;
    }
    return steepest;
  }

  void move(Index from, Index to, double best) {
    const double amount = std::min(w_[from], best);
    w_[from] -= amount;
    w_[to] += amount;
    for (Index c = 0; c < size_; ++c)
      slope_[c] -= amount * (among_[c * size_ + to] - among_[c * size_ + from]);
  }

  Index size_ = 0;
  std::vector<double> to_, among_, w_, slope_;
};

}  // namespace

std::vector<float> hull_weights(const CsrStore& rows, const Neighbors& near,
                                int threads) {
  const CsrMatrix<float> floats = as_floats(rows, near.metric, rows.cols());
  const CsrView<float> view = floats.view();
  std::vector<float> weights(near.ids.size(), 0.0F);
  const Index tasks = (near.points() + kTaskRows - 1) / kTaskRows;
  parallel_for(tasks, threads, [&](Index task) {
    Hull hull;
    const Index end = std::min((task + 1) * kTaskRows, near.points());
    for (Index i = task * kTaskRows; i < end; ++i) {
      hull.measure(view, near, i);
      hull.fit({weights.data() + i * near.k, static_cast<std::size_t>(near.k)});
    }
  });
  return weights;
}

}  // namespace semilin
