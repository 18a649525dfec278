#include "solvers/dual_epoch.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "matrix/registers.h"

namespace semilin {
namespace {

constexpr int kMostColumns = 24;  // columns of a slice that stay in registers
constexpr Index kFarAhead = 4;    // rows; their numbers are fetched early ...
constexpr Index kNextInLine = 1;  // ... and then the weights that they need

// A single output's row rests when its multiplier stands at a bound that it
// would have to pass by so much.
constexpr float kRest = 0.1F;

// count > 0
template <class T>
SEMILIN_KERNELS_INLINE void fetch(const T* numbers, Index count) {
  constexpr Index kLine = 64 / sizeof(T);
  for (Index n = 0; n < count; n += kLine)
    __builtin_prefetch(numbers + n);
  __builtin_prefetch(numbers + count - 1);
}

template <class Value>
SEMILIN_KERNELS_INLINE void fetch_row(const CsrView<Value>& x, Index i) {
  const Index length = x.offsets[i + 1] - x.offsets[i];
  if (length == 0) return;
  fetch(x.columns + x.offsets[i], length);
  fetch(x.values + x.offsets[i], length);
}

template <int Columns, class Value>
SEMILIN_KERNELS_INLINE void fetch_weights(const CsrView<Value>& x, Index i,
                                          const float* weights) {
  for (Index z = x.offsets[i]; z < x.offsets[i + 1]; ++z)
    fetch(weights + Index{x.columns[z]} * Columns, Columns);
}

// The dual in one coordinate: bend = |x|^2 + D.
struct Coordinate {
  float free;  // its maximizer without bounds
  float best;  // and with them
  float bend;
};

SEMILIN_KERNELS_INLINE Coordinate maximize(float a, float margin, float square,
                                           float inverse_cost, float lower) {
  const float bend = square + inverse_cost;
  const float free = a + (1 - margin - inverse_cost * a) / bend;
  return {free, std::max(free, lower / inverse_cost), bend};
}

// Columns outputs at once: one for a single output, else a multiple of 4.
template <int Columns, bool Fused>
struct Descent {
  template <class Value>
  SEMILIN_KERNELS_INLINE static void margins(const Epoch<Value>& e, Index i,
                                             const float* w, float* out) {
    const float* constant = w + e.x.cols * Columns;
    if constexpr (Columns == 1) {
      kernels::Simd<float, 4>::Vector sum = {
          e.bias != 0 ? e.bias * *constant : 0, 0, 0, 0};
      Index z = e.x.offsets[i];
      const Index end = e.x.offsets[i + 1];
      for (; z + 4 <= end; z += 4) {
        kernels::add_gathered<Fused, float>(sum, e.x.values + z, w,
                                            e.x.columns + z);
      }
      float first = sum[0];
      for (; z < end; ++z) {
        kernels::add_product<Fused>(static_cast<float>(e.x.values[z]),
                                    w[e.x.columns[z]], first);
      }
      *out = (first + sum[1]) + (sum[2] + sum[3]);
    } else {
      kernels::Accumulator<float, Columns, Fused> sum;
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
        kernels::add_product<Fused>(static_cast<float>(e.x.values[z]), *step,
                                    w[e.x.columns[z]]);
      if (e.bias != 0) kernels::add_product<Fused>(e.bias, *step, w[e.x.cols]);
    } else {
      kernels::Accumulator<float, Columns, Fused> steps;
      steps.load(step);
      for (Index z = e.x.offsets[i]; z < e.x.offsets[i + 1]; ++z) {
        steps.add_to(static_cast<float>(e.x.values[z]),
                     w + Index{e.x.columns[z]} * Columns);
      }
      if (e.bias != 0) steps.add_to(e.bias, w + e.x.cols * Columns);
    }
  }

  // A row's labels, y = 0 where it has none, and D = lambda / c.
  struct Labels {
    float y[Columns];
    float inverse_cost[Columns];
    bool any = false;
  };
  template <class Value>
  SEMILIN_KERNELS_INLINE static Labels labels(const Epoch<Value>& e, Index i) {
    const BatchProblem& problem = e.problem;
    const double* p = problem.beliefs.data() + i * problem.stride + e.first;
    const double* m = multiples_of(problem, i);
    const auto cost = static_cast<float>(problem.costs[i]);
    Labels row;
    for (int k = 0; k < Columns; ++k) {
      const auto y = static_cast<float>(2 * p[k] - 1);
      const float c = m ? cost * static_cast<float>(m[e.first + k]) : cost;
      const bool label = y * y == 1 && c > 0;
      const auto lambda = static_cast<float>(problem.lambda[e.first + k]);
      row.y[k] = label ? y : 0;
      row.inverse_cost[k] = label ? lambda / c : 1;
      row.any = row.any || label;
    }
    return row;
  }

  // The rows, beliefs, multipliers and weights of visits to come.
  template <class Value>
  SEMILIN_KERNELS_INLINE static void fetch_ahead(const Epoch<Value>& e,
                                                 Index position, const float* w,
                                                 const float* a_all) {
    const auto count = static_cast<Index>(e.order.size());
    if (position + kFarAhead < count) {
      const Index far = e.order[position + kFarAhead];
      fetch_row(e.x, far);
      fetch(e.problem.beliefs.data() + far * e.problem.stride + e.first,
            Columns);
      fetch(a_all + far * Columns, Columns);
    }
    if (Columns > 1 && position + kNextInLine < count)
      fetch_weights<Columns>(e.x, e.order[position + kNextInLine], w);
  }

  template <class Value>
  SEMILIN_KERNELS_INLINE static void run(const Epoch<Value>& e) {
    const auto lower = static_cast<float>(e.problem.loss.lower);
    float* const w = e.weights + e.problem.x->cols() * e.first;
    float* const a_all = e.multipliers + e.x.rows * e.first;
    double gains[Columns] = {};
    const auto count = static_cast<Index>(e.order.size());
    for (Index position = 0; position < count; ++position) {
      const Index i = e.order[position];
      fetch_ahead(e, position, w, a_all);
      const Labels row = labels(e, i);
      if (!row.any) continue;
      float* a = a_all + i * Columns;
      float o[Columns];
      float step[Columns];
      margins(e, i, w, o);
      float moved = 0;
      float beyond = 0;
      for (int k = 0; k < Columns; ++k) {
        const Coordinate dual = maximize(a[k], row.y[k] * o[k], e.squares[i],
                                         row.inverse_cost[k], lower);
        const float change = row.y[k] != 0 ? dual.best - a[k] : 0;
        a[k] += change;
        step[k] = change * row.y[k];
        moved += std::abs(change);
        beyond = std::abs(dual.free - dual.best) * dual.bend;
        gains[k] += static_cast<double>(dual.bend * change * change) / 2;
      }
      if (moved > 0) add(e, i, step, w);
      if (e.asleep && moved == 0 && beyond > kRest) e.asleep[i] = 1;
    }
    for (int k = 0; k < Columns; ++k)
      e.gains[e.first + k] = gains[k];
  }

  // a := D^-1 m(1 - y o) for the seed's outputs o, w := sum a y x; then both
  // times the number that maximizes the dual along them,
  // sum a / (|w|^2 + sum D a^2). The gain is the dual's value there.
  template <class Value>
  SEMILIN_KERNELS_INLINE static void start(const Epoch<Value>& e) {
    const Index cols = e.problem.x->cols();
    float* const w = e.weights + cols * e.first;
    float* const a_all = e.multipliers + e.x.rows * e.first;
    double sums[Columns] = {};
    double squares[Columns] = {};
    for (const Index i : e.order) {
      const Labels row = labels(e, i);
      if (!row.any) continue;
      const double* o = e.seed + i * e.problem.stride + e.first;
      float* a = a_all + i * Columns;
      float step[Columns];
      for (int k = 0; k < Columns; ++k) {
        const double slack = e.problem.loss.clamp(1 - row.y[k] * o[k]);
        const double d = row.inverse_cost[k];
        a[k] = row.y[k] != 0 ? static_cast<float>(slack / d) : 0;
        step[k] = a[k] * row.y[k];
        sums[k] += a[k];
        squares[k] += d * a[k] * a[k];
      }
      add(e, i, step, w);
    }
    add_squares(w, cols, squares);
    float scale[Columns];
    for (int k = 0; k < Columns; ++k) {
      const double best = squares[k] > 0 ? sums[k] / squares[k] : 0;
      scale[k] = static_cast<float>(best);
      e.gains[e.first + k] = best * sums[k] / 2;
    }
    multiply(w, cols, scale);
    multiply(a_all, e.x.rows, scale);
  }

  // sums_k += sum_j values_jk^2
  SEMILIN_KERNELS_INLINE static void add_squares(const float* values,
                                                 Index rows, double* sums) {
    for (Index j = 0; j < rows; ++j) {
      for (int k = 0; k < Columns; ++k) {
        const auto value = static_cast<double>(values[j * Columns + k]);
        sums[k] += value * value;
      }
    }
  }

  // values_jk *= scale_k
  SEMILIN_KERNELS_INLINE static void multiply(float* values, Index rows,
                                              const float* scale) {
    for (Index j = 0; j < rows; ++j) {
      for (int k = 0; k < Columns; ++k)
        values[j * Columns + k] *= scale[k];
    }
  }

  template <class Value>
  SEMILIN_KERNELS_INLINE static void pass(const Epoch<Value>& e) {
    e.seed ? start(e) : run(e);
  }
};

#if SEMILIN_KERNELS_DISPATCH
template <int Columns, class Value>
SEMILIN_KERNELS_AVX2 void run_avx2(const Epoch<Value>& epoch) {
  Descent<Columns, true>::pass(epoch);
}
#endif

template <int Columns, class Value>
void run(const Epoch<Value>& epoch) {
#if SEMILIN_KERNELS_DISPATCH
  if (kernels::has_avx2()) return run_avx2<Columns>(epoch);
#endif
  Descent<Columns, kernels::kPlainIsFused>::pass(epoch);
}

}  // namespace

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

template void run_slices(const Epoch<float>&, const std::vector<int>&);
template void run_slices(const Epoch<double>&, const std::vector<int>&);

}  // namespace semilin
