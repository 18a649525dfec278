#include "semilin/graph/neighbor_graph.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "semilin/base/error.h"

#include "graph/sparse_rows.h"

namespace semilin {
namespace {

// Zelnik-Manor & Perona's choice for the local scale.
constexpr Index kScaleNeighbor = 7;

void require_neighbors(const Neighbors& neighbors) {
  const auto size = static_cast<Index>(neighbors.ids.size());
  require(neighbors.k >= 0 &&
              neighbors.distances.size() == neighbors.ids.size() &&
              size == neighbors.points() * neighbors.k,
          "neighbors: expected k ids and distances for every point");
  const auto known = [points = neighbors.points()](std::int32_t j) {
    return j == kNoNeighbor || (j >= 0 && j < points);
  };
  require(std::all_of(neighbors.ids.begin(), neighbors.ids.end(), known),
          "neighbors: an id is no point");
}

// The number of neighbors that point i has.
Index neighbors_of(const Neighbors& neighbors, Index i) {
  const auto ids = neighbors.ids_of(i);
  return std::find(ids.begin(), ids.end(), kNoNeighbor) - ids.begin();
}

// s_i by the neighbors of i alone; 0 if they are all duplicates.
double own_scale(const Neighbors& neighbors, Index i) {
  const Index count = neighbors_of(neighbors, i);
  const auto distances = neighbors.distances_of(i);
  for (Index c = std::min(count, kScaleNeighbor) - 1; c >= 0 && c < count;
       ++c) {
    if (distances[c] > 0) return distances[c];
  }
  return 0;
}

bool uses_scales(EdgeWeights weights) {
  return weights == EdgeWeights::SelfTuning || weights == EdgeWeights::Shared;
}

double edge_weight(EdgeWeights weights, double distance, double scale) {
  switch (weights) {
    case EdgeWeights::Uniform:
      return 1;
    case EdgeWeights::Cosine:
      return cosine_at(distance);
    default:
      return std::exp(-distance * distance / scale);
  }
}

// v: row i holds its neighbors, ascending.
CsrMatrix<float> directed(const Neighbors& neighbors, EdgeWeights weights) {
  const std::vector<double> scales =
      uses_scales(weights) ? local_scales(neighbors) : std::vector<double>{};
  CsrMatrix<float> v;
  v.cols = neighbors.points();
  std::vector<std::pair<std::int32_t, float>> row;
  for (Index i = 0; i < neighbors.points(); ++i) {
    row.clear();
    for (Index c = 0; c < neighbors_of(neighbors, i); ++c) {
      const std::int32_t j = neighbors.ids_of(i)[c];
      const double scale = scales.empty() ? 1 : scales[i] * scales[j];
      row.emplace_back(j, static_cast<float>(edge_weight(
                              weights, neighbors.distances_of(i)[c], scale)));
    }
    std::sort(row.begin(), row.end());
    for (const auto& [j, weight] : row) {
      v.columns.push_back(j);
      v.values.push_back(weight);
    }
    v.end_row();
  }
  return v;
}

// Times |N_i & N_j| / max(|N_i|, |N_j|), N_i being i and its neighbors.
void weigh_by_common_neighbors(CsrMatrix<float>& v) {
  const CsrView<float> rows = v.view();
  std::vector<std::int32_t> common;
  for (Index i = 0; i < v.rows(); ++i) {
    const auto own = rows.row_columns(i);
    for (Index e = v.offsets[i]; e < v.offsets[i + 1]; ++e) {
      const auto other = rows.row_columns(v.columns[e]);
      common.clear();
      std::set_intersection(own.begin(), own.end(), other.begin(), other.end(),
                            std::back_inserter(common));
      // j is in both, and i too if it is a neighbor of j
      const bool back = std::binary_search(other.begin(), other.end(), i);
      const auto both = common.size() + (back ? 2 : 1);
      const auto most = 1 + std::max(own.size(), other.size());
      v.values[e] *= static_cast<float>(both) / static_cast<float>(most);
    }
  }
}

float joined(Symmetry symmetry, float there, float back) {
  switch (symmetry) {
    case Symmetry::Mean:
      return (there + back) / 2;
    case Symmetry::Union:
      return std::max(there, back);
    case Symmetry::Mutual:
      return std::min(there, back);
  }
  return 0;
}

// Row i of the graph: the union of row i of v and row i of v'.
void push_row(const CsrView<float>& v, const CsrView<float>& back, Index i,
              Symmetry symmetry, CsrMatrix<float>& graph) {
  Index a = v.offsets[i], b = back.offsets[i];
  const Index a_end = v.offsets[i + 1], b_end = back.offsets[i + 1];
  while (a < a_end || b < b_end) {
    const std::int32_t j =
        b == b_end || (a < a_end && v.columns[a] <= back.columns[b])
            ? v.columns[a]
            : back.columns[b];
    const float there = a < a_end && v.columns[a] == j ? v.values[a++] : 0;
    const float here = b < b_end && back.columns[b] == j ? back.values[b++] : 0;
    const float weight = joined(symmetry, there, here);
    if (weight <= 0) continue;
    graph.columns.push_back(j);
    graph.values.push_back(weight);
  }
  graph.end_row();
}

}  // namespace

std::string_view to_string(EdgeWeights weights) {
  constexpr std::string_view kNames[] = {"auto", "self-tuning", "shared",
                                         "cosine", "uniform"};
  return kNames[static_cast<std::size_t>(weights)];
}

std::string_view to_string(Symmetry symmetry) {
  constexpr std::string_view kNames[] = {"mean", "union", "mutual"};
  return kNames[static_cast<std::size_t>(symmetry)];
}

EdgeWeights resolved(EdgeWeights weights, Metric metric) {
  if (weights != EdgeWeights::Auto) return weights;
  return metric == Metric::Cosine ? EdgeWeights::Cosine : EdgeWeights::Shared;
}

std::vector<double> local_scales(const Neighbors& neighbors) {
  require_neighbors(neighbors);
  std::vector<double> scales(neighbors.points());
  double sum = 0, count = 0;
  for (Index i = 0; i < neighbors.points(); ++i) {
    scales[i] = own_scale(neighbors, i);
    sum += scales[i];
    count += scales[i] > 0 ? 1 : 0;
  }
  const double otherwise = count > 0 ? sum / count : 1;
  for (double& scale : scales)
    scale = scale > 0 ? scale : otherwise;
  return scales;
}

Graph neighbor_graph(const Neighbors& neighbors,
                     const NeighborGraphOptions& options) {
  require_neighbors(neighbors);
  const EdgeWeights weights = resolved(options.weights, neighbors.metric);
  require(weights != EdgeWeights::Cosine || neighbors.metric == Metric::Cosine,
          "neighbor_graph: cosine weights need the cosine metric");
  require_within_bounds(options);
  CsrMatrix<float> v = directed(neighbors, weights);
  if (weights == EdgeWeights::Shared) weigh_by_common_neighbors(v);
  const CsrMatrix<float> back = transposed(v.view(), 0, v.rows());
  CsrMatrix<float> matrix;
  matrix.cols = neighbors.points();
  for (Index i = 0; i < neighbors.points(); ++i)
    push_row(v.view(), back.view(), i, options.symmetry, matrix);
  const Graph graph{CsrStore(std::move(matrix))};
  return options.mean_degree > 0
             ? scaled_to_mean_degree(graph, options.mean_degree)
             : graph;
}

}  // namespace semilin
