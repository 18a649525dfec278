// TV-RLS and TV-SVM, for two classes and for many: one splitting.
#pragma once

#include <vector>

#include "semilin/advanced/kernel/kernel.h"

#include "kernel/graph_problem.h"

namespace semilin {

/// The iterate; blocks are N x columns.
struct TvIterate {
  std::vector<double> f, g, h;
  std::vector<double> l1, l2;  ///< multipliers of f = g and h = g
  GraphStatus status;
};

/// Minimizes over f = g = h (BZ Eqs. 11, 59, 104, 132)
///
///   loss(h on labeled rows) + lambda/2 |f|_K^2 + gamma TV(g),   g in C
///
/// (see normalize), the loss being eta/2 (y - h)^2, or mu times the hinge, of 2
/// h - 1 for more than two classes. Uses alternating directions with r1 = r2 =
/// r from iterate.g, which is in C; the other blocks start from it. The problem
/// is not convex: Converged means that the iteration came to rest. `space` is
/// made for lambda and D = r I and holds the expansion of f at the end. Any
/// number of threads gives the same bits.
Stop solve_tv(const GraphProblem& problem, const GraphStopping& stopping,
              TvIterate& iterate, Smoother& space, const GraphReport& report);

}  // namespace semilin
