// From nearest neighbors to a graph: weights and symmetry.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "semilin/base/option.h"
#include "semilin/graph/graph.h"
#include "semilin/graph/neighbors.h"

namespace semilin {

/// The weight of the edge from i to its neighbor j at distance d_ij. Shared
/// takes some 2 k steps per edge for k neighbors.
enum class EdgeWeights {
  Auto,        ///< Cosine with that metric, else Shared
  SelfTuning,  ///< exp(-d_ij^2 / (s_i s_j)), s_i: distance to the 7th neighbor
               ///< (Zelnik-Manor, Perona 2004)
  Shared,      ///< SelfTuning times |N_i & N_j| / max(|N_i|, |N_j|), N_i: i and
               ///< its neighbors (common ones as in Jarvis, Patrick 1973)
  Cosine,      ///< cos(x_i, x_j); needs Metric::Cosine
  Uniform,     ///< 1
};
/// All of them.
inline constexpr std::array kEdgeWeights = {
    EdgeWeights::Auto, EdgeWeights::SelfTuning, EdgeWeights::Shared,
    EdgeWeights::Cosine, EdgeWeights::Uniform};
/// "auto", "self-tuning", "shared", "cosine", "uniform".
[[nodiscard]] std::string_view to_string(EdgeWeights weights);
/// The weights that Auto stands for with that metric; others are unchanged.
[[nodiscard]] EdgeWeights resolved(EdgeWeights weights, Metric metric);

/// The rule that makes w_ij from v_ij (0 where j is not a neighbor of i) and
/// v_ji.
enum class Symmetry {
  Mean,    ///< w_ij = (v_ij + v_ji) / 2
  Union,   ///< w_ij = max(v_ij, v_ji)
  Mutual,  ///< w_ij = min(v_ij, v_ji)
};
/// All of them.
inline constexpr std::array kSymmetries = {Symmetry::Mean, Symmetry::Union,
                                           Symmetry::Mutual};
/// "mean", "union", "mutual".
[[nodiscard]] std::string_view to_string(Symmetry symmetry);

/// The options of neighbor_graph.
struct NeighborGraphOptions {
  EdgeWeights weights = EdgeWeights::Auto;  ///< v_ij
  Symmetry symmetry = Symmetry::Mean;       ///< w_ij from v_ij and v_ji
  /// The weights are scaled so that the mean degree is this; 0: they are not.
  double mean_degree = 1;
};

/// Names every option; see base/option.h.
template <MaybeConst<NeighborGraphOptions> Options, class Visit>
void describe(Options& options, Visit&& visit) {
  visit("weights", options.weights, kEdgeWeights,
        "weights of the edges: self-tuning, shared (self-tuning times the "
        "share of common neighbors), cosine, uniform or auto (cosine with "
        "that metric, otherwise shared)");
  visit("symmetry", options.symmetry, kSymmetries,
        "the weight of two rows: the mean, the larger (union) or the smaller "
        "(mutual) of both directions' weights");
  visit("mean-degree", options.mean_degree, kNotNegative,
        "scale the weights to this mean degree; 0: do not");
}

/// s_i is the distance to the 7th neighbor, or to the last if there are fewer;
/// where that is 0 (more than seven duplicates), to the first that is not a
/// duplicate; where there is none, the mean of the other points' s.
[[nodiscard]] std::vector<double> local_scales(const Neighbors& neighbors);

/// The graph over the points of `neighbors`. Weights that round to 0 are no
/// edges; a point without neighbors stays isolated. Throws
/// std::invalid_argument for cosine weights with another metric.
[[nodiscard]] Graph neighbor_graph(const Neighbors& neighbors,
                                   const NeighborGraphOptions& options = {});

}  // namespace semilin
