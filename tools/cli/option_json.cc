#include "cli/option_json.h"

namespace semilin::cli {

nlohmann::ordered_json to_json(const GraphMaking& options) {
  nlohmann::ordered_json json;
  put_described(options.neighbors, json);
  put_described(options.edges, json);
  return json;
}

void take_graph_training(const nlohmann::ordered_json& json,
                         GraphTraining& training) {
  take_described(json, training.options);
  if (const auto graph = json.find("graph");
      graph != json.end() && graph->is_object()) {  // otherwise a file's name
    take_described(*graph, training.making.neighbors);
    take_described(*graph, training.making.edges);
  }
  const auto kernel = json.find("kernel");
  if (kernel == json.end()) return;
  const std::string prefix = "kernel-";
  describe(training.kernel, [&](std::string name, auto& field,
                                const auto& values, const auto&) {
    if (name.starts_with(prefix)) name.erase(0, prefix.size());
    take_value(*kernel, name == "kernel" ? "form" : name, field, values);
  });
}

}  // namespace semilin::cli
