#include "semilin/graph/graph.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "semilin/base/error.h"
#include "semilin/matrix/dataset.h"

#include "graph/sparse_rows.h"

namespace semilin {
namespace {

std::string edge_name(Index i, Index j) {
  return "edge " + std::to_string(i + 1) + " " + std::to_string(j + 1);
}

// The weights as floats, without zeros. NaN is kept, to be refused.
template <class Value>
CsrStore cleaned(const CsrView<Value>& from) {
  CsrMatrix<float> to;
  to.cols = from.cols;
  for (Index i = 0; i < from.rows; ++i) {
    for (Index z = from.offsets[i]; z < from.offsets[i + 1]; ++z) {
      const auto weight = static_cast<float>(from.values[z]);
      if (weight == 0) continue;
      to.columns.push_back(from.columns[z]);
      to.values.push_back(weight);
    }
    to.end_row();
  }
  return CsrStore(std::move(to));
}

bool needs_cleaning(const CsrStore& weights) {
  return weights.visit([&](const auto& view) {
    return weights.is_double() ||
           std::find(view.values, view.values + view.nonzeros(), 0) !=
               view.values + view.nonzeros();
  });
}

template <class Value>
bool has_ascending_row(const CsrView<Value>& view, Index i) {
  if (view.offsets[0] != 0 || view.offsets[i] > view.offsets[i + 1] ||
      view.offsets[i + 1] > view.nonzeros()) {
    return false;
  }
  std::int32_t last = -1;
  for (const std::int32_t column : view.row_columns(i)) {
    if (column <= last || column >= view.cols) return false;
    last = column;
  }
  return true;
}

// Offsets and columns, before any row is followed.
void require_structure(const CsrStore& weights, const std::string& name) {
  if (weights.rows() != weights.cols()) {
    throw DataError(name, "expected a square matrix, found " +
                              std::to_string(weights.rows()) + " rows and " +
                              std::to_string(weights.cols()) + " columns");
  }
  weights.visit([&](const auto& view) {
    for (Index i = 0; i < view.rows; ++i) {
      if (!has_ascending_row(view, i)) {
        throw DataError(name, "expected ascending neighbors of node " +
                                  std::to_string(i + 1) + ", found others");
      }
    }
  });
}

template <class Value>
void require_weight(Index i, Index j, Value weight, const std::string& name) {
  if (!(weight >= 0 && weight <= std::numeric_limits<float>::max())) {
    throw DataError(name, "expected weights >= 0, found " +
                              std::to_string(weight) + " at " +
                              edge_name(i, j));
  }
  if (i == j && weight != 0) {
    throw DataError(name, "expected no loops, found node " +
                              std::to_string(i + 1) + " joined to itself");
  }
}

float weight_of(const CsrView<float>& weights, Index i, Index j) {
  const auto columns = weights.row_columns(i);
  const auto found = std::lower_bound(columns.begin(), columns.end(), j);
  if (found == columns.end() || *found != j) return 0;
  return weights.row_values(i)[found - columns.begin()];
}

void require_symmetric(const CsrView<float>& weights, const std::string& name) {
  for (Index i = 0; i < weights.rows; ++i) {
    for (Index z = weights.offsets[i]; z < weights.offsets[i + 1]; ++z) {
      const Index j = weights.columns[z];
      const float back = weight_of(weights, j, i);
      if (weights.values[z] == back) continue;
      throw DataError(name, "expected a symmetric matrix, found " +
                                std::to_string(weights.values[z]) + " at " +
                                edge_name(i, j) + " and " +
                                std::to_string(back) + " at " +
                                edge_name(j, i));
    }
  }
}

}  // namespace

Graph::Graph(CsrStore weights, const std::string& name) {
  require_structure(weights, name);
  weights.visit([&](const auto& view) {
    for (Index i = 0; i < view.rows; ++i) {
      for (Index z = view.offsets[i]; z < view.offsets[i + 1]; ++z)
        require_weight(i, view.columns[z], view.values[z], name);
    }
  });
  store_ = needs_cleaning(weights)
               ? weights.visit([](const auto& view) { return cleaned(view); })
               : std::move(weights);
  weights_ = floats_of(store_);
  require_symmetric(weights_, name);
}

void require_nodes(const Graph& graph, Index rows, const std::string& name) {
  if (graph.nodes() == rows) return;
  throw DataError(name, "expected " + std::to_string(rows) +
                            " nodes, one for each row of the data, found " +
                            std::to_string(graph.nodes()));
}

std::vector<double> degrees(const Graph& graph) {
  std::vector<double> sums(graph.nodes(), 0.0);
  for (Index i = 0; i < graph.nodes(); ++i) {
    for (const float weight : graph.weights().row_values(i))
      sums[i] += weight;
  }
  return sums;
}

Graph scaled_to_mean_degree(const Graph& graph, double mean) {
  require(mean > 0, "scaled_to_mean_degree: the mean must be positive");
  double total = 0;
  for (const double degree : degrees(graph))
    total += degree;
  if (total == 0) return graph;
  const double factor = mean * static_cast<double>(graph.nodes()) / total;
  const CsrView<float>& from = graph.weights();
  CsrMatrix<float> scaled;
  scaled.cols = from.cols;
  scaled.offsets.assign(from.offsets, from.offsets + from.rows + 1);
  scaled.columns.assign(from.columns, from.columns + from.nonzeros());
  scaled.values.reserve(from.nonzeros());
  for (Index z = 0; z < from.nonzeros(); ++z)
    scaled.values.push_back(static_cast<float>(factor * from.values[z]));
  return Graph(CsrStore(std::move(scaled)));
}

Components connected_components(const Graph& graph) {
  Components components;
  components.of_node.assign(graph.nodes(), -1);
  std::vector<Index> open;
  for (Index first = 0; first < graph.nodes(); ++first) {
    if (components.of_node[first] >= 0) continue;
    const Index component = components.count();
    components.sizes.push_back(0);
    components.of_node[first] = component;
    open.push_back(first);
    while (!open.empty()) {
      const Index i = open.back();
      open.pop_back();
      ++components.sizes[component];
      for (const std::int32_t j : graph.weights().row_columns(i)) {
        if (components.of_node[j] >= 0) continue;
        components.of_node[j] = component;
        open.push_back(j);
      }
    }
  }
  return components;
}

Unreached unreached(const Components& components,
                    std::span<const std::int32_t> labels) {
  require(labels.size() == components.of_node.size(),
          "unreached: needs a label for every node");
  std::vector<bool> reached(components.sizes.size(), false);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] != kUnlabeled) reached[components.of_node[i]] = true;
  }
  Unreached result;
  for (std::size_t c = 0; c < reached.size(); ++c) {
    if (reached[c]) continue;
    ++result.components;
    result.nodes += components.sizes[c];
  }
  return result;
}

LabeledEdges labeled_edges(const Graph& graph,
                           std::span<const std::int32_t> labels) {
  require(static_cast<Index>(labels.size()) == graph.nodes(),
          "labeled_edges: one label per node");
  LabeledEdges edges;
  for (Index i = 0; i < graph.nodes(); ++i) {
    if (labels[i] == kUnlabeled) continue;
    for (const std::int32_t j : graph.weights().row_columns(i)) {
      if (j >= i) break;  // each edge once
      if (labels[j] == kUnlabeled) continue;
      ++edges.count;
      edges.within += labels[i] == labels[j] ? 1 : 0;
    }
  }
  return edges;
}

}  // namespace semilin
