// Cheeger-RLS and Cheeger-SVM, for two classes and for many.
#pragma once

#include <span>
#include <vector>

#include "semilin/advanced/kernel/kernel.h"

#include "kernel/graph_problem.h"

namespace semilin {

/// B(f) = sum_i rho(f_i - q), q the value that the share `above` of the entries
/// exceeds and rho(x) = 2 (1 - above) x for x > 0, 2 above |x| else; at 1/2
/// sum |f - median|.
struct Balance {
  double point = 0;  ///< q
  double value = 0;  ///< B
};

/// B of a column of N numbers; `scratch` keeps its size. Puts a subgradient
/// s of B into `slope`, with sum s = 0: entries equal to q carry what balances.
Balance balance(std::span<const double> f, double above,
                std::vector<double>& scratch, std::span<double> slope);

/// The threshold t for which the rows with f >= t have the least
/// TV(1) / B(1) of their indicator: the best Cheeger cut along f. Sorts f.
[[nodiscard]] double best_cut(const Graph& graph, std::span<const double> f,
                              double above);

/// Per column k, with f = y on labeled rows (BZ Eqs. 28 to 38, 81 to 96, 112
/// to 122, 144 to 154), lowers E_k = TV(f_k) / B(f_k) by the steps
///
///   g = f + c s(f);
///   e = argmin [mu hinge(e)] + lambda/2 |e|_K^2 + r/2 |e - g|^2;
///   h = argmin TV(h) + E/(2c) |h - e|^2;
///   f = h - median(h), labeled rows set to y; then |f|^2 = N for two classes,
///   for more rows in the simplex and |f_k|^2 = N sizes_k,
///   or nearly (normalize in graph_problem.h).
///
/// E falls as long as nothing is labeled; clamped labels may raise it. Starts
/// from `start`. The solution is e of the last f, two classes parted at the
/// best cut along it. `space` is made for lambda and D = r I.
[[nodiscard]] GraphSolution solve_cheeger(const GraphProblem& problem,
                                          const GraphStopping& stopping,
                                          std::vector<double> start,
                                          Smoother& space,
                                          const GraphReport& report);

}  // namespace semilin
