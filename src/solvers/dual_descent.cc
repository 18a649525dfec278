#include "semilin/solvers/dual_descent.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "semilin/base/error.h"
#include "semilin/base/random.h"

#include "matrix/row_norms.h"
#include "solvers/dual_epoch.h"

namespace semilin {
namespace {

// From the third epoch on a single output's rows at rest are left out.
constexpr Index kEpochsOfAll = 2;

// A single output's epoch mixes rows of kGroup chunks at a time, kChunk rows
// that are neighbours in memory each: fast where the rows burst the cache, and
// nearly as good an order as a random one, even if the file is sorted.
constexpr Index kChunk = 64;
constexpr Index kGroup = 8;

// With more rows a column than so many Newton's method is better.
constexpr Index kTallest = 10;

// A gigabyte; beyond it rows in random order may mean reads from the disk.
constexpr Index kMostNonzeros = Index{1} << 27;

// order := the rows that are not asleep, in random groups.
void mix_chunks(RowSet rows, Index size, const std::vector<char>& asleep,
                Random& random, std::vector<Index>& chunks,
                std::vector<Index>& order) {
  random.shuffle(chunks);
  order.clear();
  const auto count = static_cast<Index>(chunks.size());
  for (Index first = 0; first < count; first += kGroup) {
    const std::size_t begin = order.size();
    for (Index c = first; c < std::min(first + kGroup, count); ++c) {
      const Index end = std::min((chunks[c] + 1) * kChunk, size);
      for (Index position = chunks[c] * kChunk; position < end; ++position) {
        if (!asleep[rows[position]]) order.push_back(rows[position]);
      }
    }
    random.shuffle(std::span<Index>(order).subspan(begin));
  }
}

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

}  // namespace

bool dual_descent_pays(const CsrOperator& x, RowSet rows, int outputs) {
  const Index most = outputs == 1 ? kTallest * x.cols() : x.cols();
  return rows.size(x.rows()) <= most &&
         (rows.all ? x.store().nonzeros() <= kMostNonzeros : outputs > 1);
}

Index descend_dual(const CsrOperator& x, const BatchProblem& problem,
                   const DualDescentOptions& options, BatchIterate& iterate,
                   NewtonScratch& scratch) {
  require(problem.x == &x, "dual descent: another operator than the problem's");
  const Index rows = problem.rows.size(x.rows());
  std::vector<Index> order(rows);
  for (Index position = 0; position < rows; ++position)
    order[position] = problem.rows[position];
  std::vector<float>& multipliers = scratch.curvature;
  std::vector<float>& weights = scratch.step;
  multipliers.assign(iterate.outputs.size(), 0);
  weights.assign(iterate.weights.size(), 0);
  std::vector<double> dual(problem.stride, 0.0);
  std::vector<double> gains(problem.stride);
  const std::vector<int> bounds = slice_bounds(problem.stride, x.threads());
  const bool single = problem.stride == 1;
  std::vector<Index> chunks(single ? (rows + kChunk - 1) / kChunk : 0);
  std::iota(chunks.begin(), chunks.end(), Index{0});
  std::vector<char> asleep(single ? x.rows() : 0, 0);
  Random random(options.seed);
  Index epochs = 0;
  const auto settled = [&] {
    for (int k = 0; k < problem.stride; ++k) {
      if (gains[k] > options.tolerance * dual[k]) return false;
    }
    return true;
  };
  std::vector<float> squares = squared_norms(x.store(), x.threads());
  for (float& square : squares)
    square += static_cast<float>(x.bias() * x.bias());
  x.store().visit([&](const auto& view) {
    Epoch epoch{view,
                problem,
                order,
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
    do {
      if (single) {
        mix_chunks(problem.rows, rows, asleep, random, chunks, order);
      } else {
        random.shuffle(order);
      }
      epoch.order = order;
      epoch.asleep = single && epochs >= kEpochsOfAll ? asleep.data() : nullptr;
      run_slices(epoch, bounds);
      ++epochs;
      for (int k = 0; k < problem.stride; ++k)
        dual[k] += gains[k];
    } while (epochs < options.max_epochs && !settled());
  });
  std::vector<float>& outputs = scratch.cgls.image;
  outputs.resize(iterate.outputs.size());
  join_slices(weights, x.cols(), problem.stride, bounds, iterate.weights);
  weights.assign(iterate.weights.begin(), iterate.weights.end());
  x.apply(problem.stride, std::span<const float>(weights), problem.rows,
          std::span<float>(outputs));
  for (Index position = 0; position < rows; ++position) {
    const Index begin = problem.rows[position] * problem.stride;
    std::copy_n(outputs.begin() + begin, problem.stride,
                iterate.outputs.begin() + begin);
  }
  return epochs;
}

}  // namespace semilin
