#include "cli/graph_options.h"

#include "cli/number_options.h"

namespace semilin::cli {
namespace {

void add_neighbor_options(CLI::App& command, NeighborOptions& options) {
  command
      .add_option("-k,--neighbors", options.neighbors,
                  "how many nearest rows a row is joined to")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::PositiveNumber.description(""))
      ->group(kGraphGroup);
  add_choice(command, "metric", options.metric,
             {kMetrics.begin(), kMetrics.end()},
             "how far apart rows are: cosine, euclidean or auto (cosine for "
             "sparse rows)")
      ->group(kGraphGroup);
  command
      .add_flag("--approximate", options.approximate,
                "dense rows: search through a navigable graph, which misses a "
                "few neighbours; faster from some hundred thousand rows on")
      ->group(kGraphGroup);
}

void add_weight_options(CLI::App& command, NeighborGraphOptions& options) {
  add_choice(command, "weights", options.weights,
             {kEdgeWeights.begin(), kEdgeWeights.end()},
             "weights of the edges: self-tuning, shared (self-tuning times the "
             "share of common neighbours), cosine, uniform or auto (cosine "
             "with that metric, otherwise shared)")
      ->group(kGraphGroup);
  add_choice(command, "symmetry", options.symmetry,
             {Symmetry::Mean, Symmetry::Union, Symmetry::Mutual},
             "the weight of two rows: the mean, the larger (union) or the "
             "smaller (mutual) of both directions' weights")
      ->group(kGraphGroup);
  command
      .add_option("--mean-degree", options.mean_degree,
                  "scale the weights to this mean degree; 0: do not")
      ->type_name("X")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber.description(""))
      ->group(kGraphGroup);
}

}  // namespace

void add_graph_options(CLI::App& command, GraphMaking& options) {
  add_neighbor_options(command, options.neighbors);
  add_weight_options(command, options.edges);
}

GraphMaking resolved(GraphMaking options, Metric metric) {
  options.neighbors.metric = metric;
  options.edges.weights = resolved(options.edges.weights, metric);
  return options;
}

nlohmann::ordered_json to_json(const GraphMaking& options) {
  return {{"neighbors", options.neighbors.neighbors},
          {"metric", to_string(options.neighbors.metric)},
          {"approximate", options.neighbors.approximate},
          {"weights", to_string(options.edges.weights)},
          {"symmetry", to_string(options.edges.symmetry)},
          {"mean_degree", options.edges.mean_degree}};
}

}  // namespace semilin::cli
