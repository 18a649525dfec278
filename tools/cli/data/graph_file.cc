#include "cli/data/graph_file.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "semilin/advanced/graph/graph_archive.h"
#include "semilin/advanced/io/edge_file.h"
#include "semilin/base/error.h"
#include "semilin/io/archive_file.h"

#include "cli/data/model_file.h"

namespace semilin::cli {

Graph read_graph(const std::string& path) {
  switch (content_of(path)) {
    case Content::Archive:
      try {
        return graph_from_archive(read_archive(path));
      } catch (const DataError& error) {
        throw DataError(path, error.what());
      }
    case Content::Store:
      throw DataError(path, "expected a graph, found a store of rows");
    case Content::LiblinearModel:
      throw DataError(path, "expected a graph, found a model");
    case Content::Data:
      break;
  }
  return Graph(read_edges(path), path);
}

bool names_edges(const std::string& path) {
  constexpr std::array<std::string_view, 6> kEndings = {
      ".edges", ".txt", ".tsv", ".edges.gz", ".txt.gz", ".tsv.gz"};
  return std::any_of(
      kEndings.begin(), kEndings.end(),
      [&path](std::string_view ending) { return path.ends_with(ending); });
}

void write_graph(const Graph& graph, const std::string& path, bool as_edges,
                 const std::string& info) {
  if (as_edges) {
    write_edges(graph.store(), path);
  } else {
    write_archive(to_archive(graph, info), path);
  }
}

nlohmann::ordered_json describe_graph(const Graph& graph) {
  const std::vector<double> degree = degrees(graph);
  const Components components = connected_components(graph);
  const auto isolated = std::count(degree.begin(), degree.end(), 0.0);
  const double sum = std::accumulate(degree.begin(), degree.end(), 0.0);
  const auto nodes = static_cast<double>(std::max<Index>(graph.nodes(), 1));
  nlohmann::ordered_json json = {{"nodes", graph.nodes()},
                                 {"edges", graph.edges()}};
  json["edges_per_node"] = 2 * static_cast<double>(graph.edges()) / nodes;
  json["mean_degree"] = sum / nodes;
  json["isolated"] = isolated;
  json["components"] = components.count();
  json["largest_component"] =
      components.sizes.empty()
          ? 0
          : *std::max_element(components.sizes.begin(), components.sizes.end());
  return json;
}

}  // namespace semilin::cli
