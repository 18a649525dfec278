// The passes over edges and nodes that the algorithms of the proximal map of
// total variation are made of. Each runs on threads and gives the same bits for
// any number of them.
#pragma once

#include <span>
#include <vector>

#include "graph/tv_edges.h"

namespace semilin {

/// Blocks are row-major: `g`, `z` nodes x columns, `q` edges x columns, where
/// columns = theta.size(). B is the incidence matrix: (B g)_e = g_head -
/// g_tail.
class TvPasses {
 public:
  TvPasses(TvEdges edges, int threads);

  [[nodiscard]] const TvEdges& edges() const { return edges_; }

  /// q = clip(q, -theta w, theta w).
  void clip(std::span<const double> theta, double* q) const;
  /// g = z - B'q.
  void residual(int columns, const double* z, const double* q, double* g) const;
  /// out = a - b, blocks of nodes.
  void subtract(int columns, const double* a, const double* b,
                double* out) const;
  /// One Gauss-Seidel sweep: q_e minimizes |g|^2 over |q_e| <= theta w_e with
  /// all others fixed, edge by edge; g = z - B'q is kept up to date.
  void sweep(std::span<const double> theta, double* q, double* g) const;
  /// q, previous = clip(q + factor_k (q - previous)), q; g follows.
  void extrapolate(std::span<const double> theta,
                   std::span<const double> factor, double* q, double* previous,
                   double* g) const;
  /// q = clip(y + P B g), P = 1 / (deg_i + deg_j), g = z - B'y. Then
  /// y = q + factor_k (q - q_old). sums_k = <y_old - q, P^-1 (q - q_old)>:
  /// positive where the momentum points uphill.
  void gradient_step(std::span<const double> theta,
                     std::span<const double> factor, const double* g, double* q,
                     double* y, std::vector<double>& slots,
                     std::vector<double>& sums) const;
  /// sums = per column: gap, then objective theta/2 TV(g) + 1/2 |g - z|^2.
  void gap(std::span<const double> theta, const double* z, const double* q,
           const double* g, std::vector<double>& slots,
           std::vector<double>& sums) const;
  /// sums = per column: |g|^2.
  void squares(int columns, const double* g, std::vector<double>& slots,
               std::vector<double>& sums) const;
  /// sums = per column: sum_e w_e |(B g)_e|.
  void variation(int columns, const double* g, std::vector<double>& slots,
                 std::vector<double>& sums) const;

 private:
  template <class Piece>
  void for_rounds(const Piece& piece) const;
  template <class Piece>
  void for_pieces(Index count, int columns, const Piece& piece) const;
  template <class Piece>
  void add_up(Index count, int columns, std::vector<double>& slots,
              std::vector<double>& sums, const Piece& piece) const;

  TvEdges edges_;
  int threads_;
};

}  // namespace semilin
