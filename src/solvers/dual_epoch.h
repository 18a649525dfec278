// One visit of all rows by dual coordinate descent (dual_descent.h).
#pragma once

#include <span>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/matrix/csr.h"

#include "solvers/batch_problem.h"

namespace semilin {

/// The arrays that an epoch reads and writes, for the columns from `first` on.
/// Borrowed.
template <class Value>
struct Epoch {
  const CsrView<Value>& x;
  const BatchProblem& problem;
  std::span<const Index> order;
  const float* squares;  ///< |x_i|^2, bias included
  float bias;
  /// Slices have blocks of their own, so that threads share no cache line: of
  /// rows x columns and cols x columns numbers, from rows x first and
  /// cols x first on.
  float* multipliers;  ///< a
  float* weights;
  double* gains;  ///< stride: what the epoch adds to the dual, over lambda
  /// Unless null: set for rows that may rest (a single output only).
  char* asleep = nullptr;
  /// Unless null: rows x stride outputs that the epoch starts from, setting
  /// multipliers and weights (zero before) instead of improving them.
  const double* seed = nullptr;
  int first = 0;
};

/// Outputs are independent of each other: slices of them run separately, as
/// many as suit registers and threads. Returns the slices' bounds.
[[nodiscard]] std::vector<int> slice_bounds(int stride, int threads);

/// Runs the epoch in all slices. Value is float or double.
template <class Value>
void run_slices(const Epoch<Value>& epoch, const std::vector<int>& bounds);

}  // namespace semilin
