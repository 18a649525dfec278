#include "semilin/advanced/graph/graph_archive.h"

#include <algorithm>
#include <span>
#include <utility>

#include <nlohmann/json.hpp>

#include "semilin/base/error.h"

namespace semilin {
namespace {

using Json = nlohmann::json;

constexpr int kGraphVersion = 1;

// Says what is wrong with the archive as such; empty: nothing.
std::string fault(const Archive& archive, const Json& header) {
  if (archive.kind != "graph")
    return "expected a graph, found '" + archive.kind + "'";
  if (!header.is_object() || !header.contains("version"))
    return "expected a graph's header, found another";
  if (header["version"] != kGraphVersion) {
    return "expected version " + std::to_string(kGraphVersion) +
           " of a graph, found " + header["version"].dump();
  }
  return "";
}

bool fits(const CsrMatrix<float>& matrix, const Json& header) {
  return header.value("nodes", Json()) == matrix.rows() &&
         header.value("edges", Json()) == matrix.columns.size() / 2 &&
         !matrix.offsets.empty() && matrix.offsets.front() == 0 &&
         std::is_sorted(matrix.offsets.begin(), matrix.offsets.end()) &&
         matrix.offsets.back() == static_cast<Index>(matrix.columns.size()) &&
         matrix.columns.size() == matrix.values.size();
}

}  // namespace

Archive to_archive(const Graph& graph, const std::string& info) {
  const Json about = Json::parse(info, nullptr, false);
  require(about.is_object(), "to_archive: info must be a JSON object");
  const CsrView<float>& w = graph.weights();
  const auto size = static_cast<std::size_t>(w.nonzeros());
  Archive archive;
  archive.kind = "graph";
  archive.header = Json{
      {"version", kGraphVersion},
      {"nodes", graph.nodes()},
      {"edges", graph.edges()},
      {"info", about}}.dump();
  const Index none = 0;
  archive.put("offsets", w.rows == 0 ? std::span(&none, 1)
                                     : std::span(w.offsets, w.rows + 1));
  archive.put("columns", std::span(w.columns, size));
  archive.put("weights", std::span(w.values, size));
  return archive;
}

Graph graph_from_archive(const Archive& archive) {
  const Json header = Json::parse(archive.header, nullptr, false);
  const std::string wrong = fault(archive, header);
  if (!wrong.empty()) throw DataError("graph", wrong);
  CsrMatrix<float> matrix;
  matrix.offsets = archive.get<Index>("offsets");
  matrix.columns = archive.get<std::int32_t>("columns");
  matrix.values = archive.get<float>("weights");
  if (!fits(matrix, header)) {
    throw DataError("graph",
                    "expected arrays of the header's sizes, found others");
  }
  matrix.cols = matrix.rows();
  return Graph(CsrStore(std::move(matrix)));
}

}  // namespace semilin
