#include "solvers/dual_descent.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "semilin/advanced/base/random.h"

#include "matrix/row_functions.h"
#include "solvers/dual_epoch.h"

namespace semilin {
namespace {

// After so many epochs, rows of a single output that are at rest are left out.
constexpr Index kEpochsOfAll = 2;

// A single output's epoch mixes rows of kGroup chunks at a time, kChunk rows
// that are neighbors in memory each: fast where the rows burst the cache, and
// nearly as good an order as a random one, even if the file is sorted.
constexpr Index kChunk = 64;
constexpr Index kGroup = 8;

// Newton's method is better with more rows per column than this.
constexpr Index kTallest = 10;

// A gigabyte; beyond it rows in random order may mean reads from the disk.
constexpr Index kMostNonzeros = Index{1} << 27;

// The rows in the order of an epoch's visits.
class Visits {
 public:
  Visits(const BatchProblem& problem, Index all_rows, std::uint64_t seed)
      : rows_(problem.rows), size_(rows_.size(all_rows)), random_(seed) {
    order_.reserve(size_);
    for (Index position = 0; position < size_; ++position)
      order_.push_back(rows_[position]);
    if (problem.stride > 1) return;
    chunks_.resize((size_ + kChunk - 1) / kChunk);
    std::iota(chunks_.begin(), chunks_.end(), Index{0});
    asleep_.assign(all_rows, 0);
  }

  [[nodiscard]] std::span<const Index> order() const { return order_; }

  /// Marks of all rows, for the epochs of a single output; else null.
  [[nodiscard]] char* asleep() {
    return asleep_.empty() ? nullptr : asleep_.data();
  }

  /// A single output's rows at rest are left out.
  void mix() {
    if (chunks_.empty()) {
      random_.shuffle(order_);
    } else {
      mix_chunks();
    }
  }

 private:
  // order := the rows that are not asleep, in random groups.
  void mix_chunks() {
    random_.shuffle(chunks_);
    order_.clear();
    const auto count = static_cast<Index>(chunks_.size());
    for (Index first = 0; first < count; first += kGroup) {
      const std::size_t begin = order_.size();
      for (Index c = first; c < std::min(first + kGroup, count); ++c)
        append_chunk(chunks_[c]);
      random_.shuffle(std::span<Index>(order_).subspan(begin));
    }
  }

  void append_chunk(Index chunk) {
    const Index end = std::min((chunk + 1) * kChunk, size_);
    for (Index position = chunk * kChunk; position < end; ++position) {
      if (!asleep_[rows_[position]]) order_.push_back(rows_[position]);
    }
  }

  RowSet rows_;
  Index size_;
  Random random_;
  std::vector<Index> order_;
  std::vector<Index> chunks_;
  std::vector<char> asleep_;
};

// to (rows x stride) := the slices' blocks, side by side.
void join_slices(const std::vector<float>& blocks, Index rows, int stride,
                 const std::vector<int>& bounds, std::vector<double>& to) {
  for (std::size_t slice = 0; slice + 1 < bounds.size(); ++slice) {
    const int first = bounds[slice];
    const int width = bounds[slice + 1] - first;
    const float* block = blocks.data() + rows * first;
    for (Index j = 0; j < rows; ++j)
      std::copy_n(block + j * width, width, to.begin() + j * stride + first);
  }
}

// |x_i|^2, bias included.
std::vector<float> row_squares(const CsrOperator& x) {
  std::vector<float> squares = squared_norms(x.store(), x.threads());
  for (float& square : squares)
    square += static_cast<float>(x.bias() * x.bias());
  return squares;
}

// The last epoch's gains are nothing beside the dual, for every output.
bool settled(const std::vector<double>& gains, const std::vector<double>& dual,
             double tolerance) {
  for (std::size_t k = 0; k < dual.size(); ++k) {
    if (gains[k] > tolerance * dual[k]) return false;
  }
  return true;
}

// iterate.outputs := X weights, at the problem's rows.
void refresh_outputs(const BatchProblem& problem,
                     std::span<const float> weights, std::vector<float>& image,
                     BatchIterate& iterate) {
  const CsrOperator& x = *problem.x;
  image.resize(iterate.outputs.size());
  x.apply(problem.stride, weights, problem.rows, std::span<float>(image));
  for (Index position = 0; position < problem.rows.size(x.rows()); ++position) {
    const Index begin = problem.rows[position] * problem.stride;
    std::copy_n(image.begin() + begin, problem.stride,
                iterate.outputs.begin() + begin);
  }
}

// Until the dual settles; returns how many.
template <class Value>
Index run_epochs(Epoch<Value>& epoch, const std::vector<int>& bounds,
                 const DualDescentOptions& options, Visits& visits,
                 const std::vector<double>& gains, std::vector<double>& dual) {
  Index epochs = 0;
  do {
    visits.mix();
    epoch.order = visits.order();
    epoch.asleep = epochs >= kEpochsOfAll ? visits.asleep() : nullptr;
    run_slices(epoch, bounds);
    ++epochs;
    for (std::size_t k = 0; k < dual.size(); ++k)
      dual[k] += gains[k];
  } while (epochs < options.max_epochs &&
           !settled(gains, dual, options.tolerance));
  return epochs;
}

}  // namespace

bool dual_descent_pays(const BatchProblem& problem) {
  const CsrOperator& x = *problem.x;
  const bool single = problem.stride == 1;
  const Index most = single ? kTallest * x.cols() : x.cols();
  return problem.rows.size(x.rows()) <= most &&
         (problem.rows.all ? x.store().nonzeros() <= kMostNonzeros : !single);
}

Index descend_dual(const BatchProblem& problem,
                   const DualDescentOptions& options, BatchIterate& iterate,
                   NewtonScratch& scratch) {
  const CsrOperator& x = *problem.x;
  Visits visits(problem, x.rows(), options.seed);
  std::vector<float>& multipliers = scratch.curvature;
  std::vector<float>& weights = scratch.step;
  multipliers.assign(iterate.outputs.size(), 0);
  weights.assign(iterate.weights.size(), 0);
  std::vector<double> dual(problem.stride, 0.0);
  std::vector<double> gains(problem.stride);
  const std::vector<int> bounds = slice_bounds(problem.stride, x.threads());
  const std::vector<float> squares = row_squares(x);
  Index epochs = 0;
  x.store().visit([&]<class Value>(const CsrView<Value>& view) {
    Epoch<Value> epoch{view,
                       problem,
                       visits.order(),
                       squares.data(),
                       static_cast<float>(x.bias()),
                       multipliers.data(),
                       weights.data(),
                       gains.data()};
    if (options.seeded) {
      epoch.seed = iterate.outputs.data();
      run_slices(epoch, bounds);
      epoch.seed = nullptr;
      dual = gains;
    }
    epochs = run_epochs(epoch, bounds, options, visits, gains, dual);
  });
  join_slices(weights, x.cols(), problem.stride, bounds, iterate.weights);
  weights.assign(iterate.weights.begin(), iterate.weights.end());
  refresh_outputs(problem, weights, scratch.cgls.image, iterate);
  return epochs;
}

}  // namespace semilin
