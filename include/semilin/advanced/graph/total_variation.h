// Total variation on a graph and its proximal map, for many columns at once.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/base/progress.h"
#include "semilin/base/stop.h"
#include "semilin/graph/graph.h"

namespace semilin {

/// The options of a proximal map.
struct TvOptions {
  /// Stops when  gap_k <= tolerance * objective_k  for every column k. 0: runs
  /// max_iterations.
  double tolerance = 1e-6;
  int max_iterations = 10000;  ///< passes over the edges; 0: none
  /// Iterations between two computations of the gap. 0: it is not computed; all
  /// max_iterations (if there are any) are run, and the result's gap is NaN.
  int check_interval = 5;
  const GoOn* go_on = nullptr;  ///< called after each iteration; may be null
};

/// Converged means that the tolerance holds for the g returned. After
/// MaxIterations and Interrupted (go_on returned false) g is feasible
/// nevertheless, and `gap` shows how good it is, if it was computed.
struct TvResult {
  Stop stop = Stop::Converged;  ///< see above
  int iterations = 0;           ///< passes over the edges
  double gap = 0;  ///< largest gap_k / objective_k, recomputed for the result
};

/// The dual of a run of proximal maps of one size. If it is kept from call to
/// call it is a warm start, and nothing is allocated after the first but for
/// the gap.
struct TvState {
  std::vector<double> dual;   ///< edges x columns: q
  std::vector<double> theta;  ///< columns: for which the dual is feasible
  /// nodes x columns: B'q, or empty, as it has to be after a change of `dual`.
  std::vector<double> flow;
};

struct TvEdges;  // graph/tv_edges.h

/// TV(g) = sum over ordered pairs w_ij |g_i - g_j|, twice the sum over edges
/// (Bresson, Zhang, Eq. 10). Blocks are nodes x columns, row-major.
class TotalVariation {
 public:
  /// Copies the weights, each edge once; copies of the object share them.
  /// threads 0: all available; never changes a result.
  explicit TotalVariation(const Graph& graph, int threads = 0);

  /// TV of every column; g is nodes x columns.
  [[nodiscard]] std::vector<double> value(std::span<const double> g,
                                          int columns) const;

  /// Computes for every column k (one a theta), by its dual over the edges,
  ///
  ///   g_k = argmin_g  theta_k/2 TV(g) + 1/2 |g - z_k|^2,
  ///   g = z - B'q,  |q_e| <= theta_k w_e,
  ///   gap = sum_e theta_k w_e |g_i - g_j| - q_e (g_i - g_j)  >= 0,
  ///
  /// B the incidence matrix: (B g)_e = g_i - g_j. The map of
  /// gamma TV + r/2 |. - z|^2 has theta = 2 gamma / r (Eqs. 20, 25, 72, 108).
  /// `g` and `z` are different blocks. The algorithm is coordinate descent,
  /// Gauss-Seidel sweeps over the edges, which is fastest while the solution
  /// has many levels. (Alternating forward and backward sweeps takes twice as
  /// many.) A sweep moves 16 bytes per edge beside the dual.
  TvResult prox(std::span<const double> z, std::span<const double> theta,
                const TvOptions& options, TvState& state,
                std::span<double> g) const;

 private:
  std::shared_ptr<const TvEdges> edges_;
  int threads_;
};

}  // namespace semilin
