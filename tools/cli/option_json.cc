#include "cli/option_json.h"

namespace semilin::cli {

nlohmann::ordered_json to_json(const GraphMaking& options) {
  nlohmann::ordered_json json;
  put_described(options.neighbors, json);
  put_described(options.edges, json);
  return json;
}

}  // namespace semilin::cli
