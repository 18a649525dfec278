#include "semilin/solvers/dual_descent.h"

#include <algorithm>

#include "semilin/base/error.h"
#include "semilin/base/random.h"

#include "matrix/row_norms.h"
#include "solvers/dual_epoch.h"

namespace semilin {
namespace {

// From the third epoch on a single output's rows at rest are left out.
constexpr Index kEpochsOfAll = 2;

// A gigabyte; beyond it rows in random order may mean reads from the disk.
constexpr Index kMostNonzeros = Index{1} << 27;

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
  return rows.size(x.rows()) <= x.cols() &&
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
      random.shuffle(order);
      Index awake = static_cast<Index>(order.size());
      const bool rest = problem.stride == 1 && epochs >= kEpochsOfAll;
      epoch.order = order;
      epoch.awake = rest ? &awake : nullptr;
      run_slices(epoch, bounds);
      order.resize(awake);
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
