#include "semilin/solvers/dual_descent.h"

#include <algorithm>
#include <cmath>

#include "semilin/base/error.h"
#include "semilin/base/parallel.h"
#include "semilin/base/random.h"

#include "matrix/registers.h"

namespace semilin {
namespace {

constexpr int kMostColumns = 24;  // of a slice: they stay in registers
constexpr Index kFarAhead = 4;    // rows; their numbers are fetched early ...
constexpr Index kNextInLine = 1;  // ... and then the weights that they need

// A single output's row rests when its multiplier stands at a bound that it
// would have to pass by so much; from the third epoch on it is left out.
constexpr float kRest = 0.1F;
constexpr Index kEpochsOfAll = 2;

// A gigabyte; beyond it rows in random order may mean reads from the disk.
constexpr Index kMostNonzeros = Index{1} << 27;

// One epoch's view of everything, for the columns from `first` on.
template <class Value>
struct Epoch {
  const CsrView<Value>& x;
  const BatchProblem& problem;
  std::span<Index> order;
  const float* squares;  // |x_i|^2, bias included
  float bias;
  // Slices have blocks of their own, so that threads share no cache line: of
  // rows x Columns and cols x Columns numbers, from rows x first and
  // cols x first on.
  float* multipliers;  // a
  float* weights;
  double* gains;  // stride: what the epoch adds to the dual, over lambda
  Index* awake;   // unless null: rows that do not rest go to the front
  int first;
};

template <class Value>
SEMILIN_KERNELS_INLINE void fetch_row(const CsrView<Value>& x, Index i) {
  constexpr Index kLine = 64 / sizeof(float);
  for (Index z = x.offsets[i]; z < x.offsets[i + 1]; z += kLine) {
    __builtin_prefetch(x.columns + z);
    __builtin_prefetch(x.values + z);
  }
}

template <class Value>
SEMILIN_KERNELS_INLINE void fetch_weights(const CsrView<Value>& x, Index i,
                                          const float* weights, Index stride) {
  for (Index z = x.offsets[i]; z < x.offsets[i + 1]; ++z)
    __builtin_prefetch(weights + x.columns[z] * stride);
}

// The dual in one coordinate: bend = |x|^2 + D.
struct Coordinate {
  float free;  // its maximiser without bounds
  float best;  // and with them
  float bend;
};

SEMILIN_KERNELS_INLINE Coordinate maximise(float a, float margin, float square,
                                           float inverse_cost, float lower,
                                           float upper) {
  const float bend = square + inverse_cost;
  const float free = a + (1 - margin - inverse_cost * a) / bend;
  const float above = std::max(free, lower / inverse_cost);
  return {free, std::min(above, upper / inverse_cost), bend};
}

// Columns outputs at once: one for a single output, else a multiple of 4.
template <int Columns>
struct Descent {
  template <class Value>
  SEMILIN_KERNELS_INLINE static void margins(const Epoch<Value>& e, Index i,
                                             const float* w, float* out) {
    const float* constant = w + e.x.cols * Columns;
    if constexpr (Columns == 1) {
      float sum[4] = {e.bias != 0 ? e.bias * *constant : 0, 0, 0, 0};
      Index z = e.x.offsets[i];
      const Index end = e.x.offsets[i + 1];
      for (; z + 4 <= end; z += 4) {
        for (int lane = 0; lane < 4; ++lane) {
          sum[lane] += static_cast<float>(e.x.values[z + lane]) *
                       w[e.x.columns[z + lane]];
        }
      }
      for (; z < end; ++z)
        sum[0] += static_cast<float>(e.x.values[z]) * w[e.x.columns[z]];
      *out = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    } else {
      kernels::Accumulator<float, Columns> sum;
      sum.clear();
      if (e.bias != 0) sum.add_scaled(e.bias, constant);
      for (Index z = e.x.offsets[i]; z < e.x.offsets[i + 1]; ++z) {
        sum.add_scaled(static_cast<float>(e.x.values[z]),
                       w + Index{e.x.columns[z]} * Columns);
      }
      sum.store(out);
    }
  }

  // w += x_i step
  template <class Value>
  SEMILIN_KERNELS_INLINE static void add(const Epoch<Value>& e, Index i,
                                         const float* step, float* w) {
    if constexpr (Columns == 1) {
      for (Index z = e.x.offsets[i]; z < e.x.offsets[i + 1]; ++z)
        w[e.x.columns[z]] += static_cast<float>(e.x.values[z]) * *step;
      if (e.bias != 0) w[e.x.cols] += e.bias * *step;
    } else {
      kernels::Accumulator<float, Columns> steps;
      steps.load(step);
      for (Index z = e.x.offsets[i]; z < e.x.offsets[i + 1]; ++z) {
        steps.add_to(static_cast<float>(e.x.values[z]),
                     w + Index{e.x.columns[z]} * Columns);
      }
      if (e.bias != 0) steps.add_to(e.bias, w + e.x.cols * Columns);
    }
  }

  template <class Value>
  SEMILIN_KERNELS_INLINE static void run(const Epoch<Value>& e) {
    const BatchProblem& problem = e.problem;
    const Index stride = problem.stride;
    const auto lower = static_cast<float>(problem.loss.lower);
    const auto upper = static_cast<float>(problem.loss.upper);
    float* const w = e.weights + problem.x->cols() * e.first;
    float* const a_all = e.multipliers + e.x.rows * e.first;
    double gains[Columns] = {};
    float lambda[Columns];
    for (int k = 0; k < Columns; ++k)
      lambda[k] = static_cast<float>(problem.lambda[e.first + k]);
    const auto count = static_cast<Index>(e.order.size());
    Index awake = 0;
    for (Index position = 0; position < count; ++position) {
      const Index i = e.order[position];
      if (position + kFarAhead < count) {
        fetch_row(e.x, e.order[position + kFarAhead]);
      }
      if (Columns > 1 && position + kNextInLine < count) {
        fetch_weights(e.x, e.order[position + kNextInLine], w, Columns);
      }
      const double* p = problem.beliefs.data() + i * stride + e.first;
      const double* m = multiples_of(problem, i);
      const auto cost = static_cast<float>(problem.costs[i]);
      float* a = a_all + i * Columns;
      float o[Columns];
      float step[Columns];
      margins(e, i, w, o);
      float moved = 0;
      float beyond = 0;
      for (int k = 0; k < Columns; ++k) {
        const auto y = static_cast<float>(2 * p[k] - 1);
        const float c = m ? cost * static_cast<float>(m[e.first + k]) : cost;
        const bool label = y * y == 1 && c > 0;
        const Coordinate dual =
            maximise(a[k], y * o[k], e.squares[i], label ? lambda[k] / c : 1,
                     lower, upper);
        const float change = label ? dual.best - a[k] : 0;
        a[k] += change;
        step[k] = change * y;
        moved += std::abs(change);
        beyond = std::abs(dual.free - dual.best) * dual.bend;
        gains[k] += static_cast<double>(dual.bend * change * change) / 2;
      }
      if (moved > 0) add(e, i, step, w);
      if (e.awake && (moved > 0 || beyond <= kRest)) {
        e.order[awake++] = i;
      }
    }
    if (e.awake) *e.awake = awake;
    for (int k = 0; k < Columns; ++k)
      e.gains[e.first + k] = gains[k];
  }
};

#if SEMILIN_KERNELS_DISPATCH
template <int Columns, class Value>
SEMILIN_KERNELS_AVX2 void run_avx2(const Epoch<Value>& epoch) {
  Descent<Columns>::run(epoch);
}
#endif

template <int Columns, class Value>
void run(const Epoch<Value>& epoch) {
#if SEMILIN_KERNELS_DISPATCH
  if (kernels::has_avx2()) return run_avx2<Columns>(epoch);
#endif
  Descent<Columns>::run(epoch);
}

// Outputs do not know of each other: slices of them run on their own, so many
// as registers and threads ask for. Returns the slices' bounds.
std::vector<int> slice_bounds(int stride, int threads) {
  if (stride == 1) return {0, 1};
  const int fours = stride / 4;
  const int most = kMostColumns / 4;
  const int slices =
      std::max((fours + most - 1) / most, std::min(threads, fours));
  std::vector<int> bounds;
  for (int slice = 0; slice <= slices; ++slice)
    bounds.push_back(4 * (fours * slice / slices));
  return bounds;
}

template <class Value>
void run_slices(const Epoch<Value>& epoch, const std::vector<int>& bounds) {
  const auto slices = static_cast<Index>(bounds.size()) - 1;
  parallel_for(slices, epoch.problem.x->threads(), [&](Index slice) {
    Epoch<Value> part = epoch;
    part.first = bounds[slice];
    switch (bounds[slice + 1] - bounds[slice]) {
      case 1:
        return run<1>(part);
      case 4:
        return run<4>(part);
      case 8:
        return run<8>(part);
      case 12:
        return run<12>(part);
      case 16:
        return run<16>(part);
      case 20:
        return run<20>(part);
      default:
        return run<24>(part);
    }
  });
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

template <class Value>
std::vector<float> squared_norms(const CsrView<Value>& x, double bias,
                                 int threads) {
  std::vector<float> squares(x.rows);
  constexpr Index kTasks = 64;
  parallel_for(kTasks, threads, [&](Index task) {
    for (Index i = x.rows * task / kTasks; i < x.rows * (task + 1) / kTasks;
         ++i) {
      double sum = bias * bias;
      for (Index z = x.offsets[i]; z < x.offsets[i + 1]; ++z) {
        const auto value = static_cast<double>(x.values[z]);
        sum += value * value;
      }
      squares[i] = static_cast<float>(sum);
    }
  });
  return squares;
}

}  // namespace

bool dual_descent_pays(const CsrOperator& x) {
  return x.rows() <= x.cols() && x.store().nonzeros() <= kMostNonzeros;
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
  x.store().visit([&](const auto& view) {
    const std::vector<float> squares =
        squared_norms(view, x.bias(), x.threads());
    do {
      random.shuffle(order);
      const bool rest = problem.stride == 1 && epochs >= kEpochsOfAll;
      Index awake = static_cast<Index>(order.size());
      run_slices(
          Epoch{view, problem, order, squares.data(),
                static_cast<float>(x.bias()), multipliers.data(),
                weights.data(), gains.data(), rest ? &awake : nullptr, 0},
          bounds);
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
