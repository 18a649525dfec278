// Total variation on a graph and its proximal map, for many columns at once.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/base/progress.h"
#include "semilin/base/stop.h"
#include "semilin/matrix/csr.h"

namespace semilin {

/// The algorithm for the dual of the proximal map.
///
/// CoordinateDescent: Gauss-Seidel sweeps over the edges, which are fastest
/// while the solution has many levels. (Alternating forward and backward sweeps
/// takes twice as many.)
/// Momentum: the same sweeps from an extrapolated point; restarts when the
/// objective rises. Needs far fewer sweeps where few levels remain.
/// Fista: accelerated projected gradient (Beck, Teboulle 2009) with the edge
/// preconditioner 1/(deg_i + deg_j) (Pock, Chambolle 2011) and adaptive restart
/// (O'Donoghue, Candes 2015).
/// Automatic: CoordinateDescent, and Momentum once it stalls.
enum class TvAlgorithm { Automatic, CoordinateDescent, Momentum, Fista };
/// "automatic", "coordinate-descent", "momentum", "fista".
[[nodiscard]] std::string_view to_string(TvAlgorithm algorithm);

/// The options of a proximal map.
struct TvOptions {
  TvAlgorithm algorithm = TvAlgorithm::Automatic;  ///< algorithm for the dual
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

/// The dual and the scratch of a run of proximal maps of one size. If it is
/// kept from call to call it is a warm start, and nothing is allocated after
/// the first.
struct TvState {
  std::vector<double> dual;   ///< edges x columns: q
  std::vector<double> theta;  ///< columns: for which the dual is feasible
  /// nodes x columns: B'q, or empty, as it has to be after a change of `dual`.
  std::vector<double> flow;
  std::vector<double> previous;   ///< edges x columns, if accelerated
  std::vector<double> momentum;   ///< columns: t of Nesterov's sequence
  std::vector<double> factor;     ///< columns: extrapolation
  std::vector<double> objective;  ///< columns: |g_k|^2, to see it rise
  std::vector<double> sums;       ///< scratch
  std::vector<double> slots;      ///< scratch
};

/// TV(g) = sum over ordered pairs w_ij |g_i - g_j|, twice the sum over edges
/// (Bresson, Zhang, Eq. 10). Blocks are nodes x columns, row-major.
class TotalVariation {
 public:
  /// Copies the weights above the diagonal of a symmetric matrix of floats or
  /// doubles. threads 0: all available; never changes a result. Throws
  /// std::invalid_argument if the matrix is not square, or a weight is negative
  /// or not finite.
  template <class Value>
  explicit TotalVariation(const CsrView<Value>& weights, int threads = 0);
  ~TotalVariation();
  /// The moved-from object may only be assigned to or destroyed.
  TotalVariation(TotalVariation&&) noexcept;
  TotalVariation& operator=(TotalVariation&&) noexcept;  ///< Likewise.

  [[nodiscard]] Index nodes() const;  ///< Rows of the matrix.
  [[nodiscard]] Index edges() const;  ///< Weights above the diagonal.

  /// TV of every column; g is nodes x columns.
  [[nodiscard]] std::vector<double> value(std::span<const double> g,
                                          int columns) const;

  /// Computes for every column k (one a theta), by its dual over the edges,
  ///
  ///   g_k = argmin_g  theta_k/2 TV(g) + 1/2 |g - z_k|^2,
  ///   g = z - B'q,  |q_e| <= theta_k w_e,
  ///   gap = sum_e theta_k w_e |g_i - g_j| - q_e (g_i - g_j)  >= 0,
  ///
  /// B the incidence matrix. The map of gamma TV + r/2 |. - z|^2 has
  /// theta = 2 gamma / r (Eqs. 20, 25, 72, 108). `g` and `z` are different
  /// blocks. An iteration of coordinate descent moves 16 bytes per edge beside
  /// the dual.
  TvResult prox(std::span<const double> z, std::span<const double> theta,
                const TvOptions& options, TvState& state,
                std::span<double> g) const;

 private:
  struct Edges;
  std::unique_ptr<const Edges> edges_;
};

}  // namespace semilin
