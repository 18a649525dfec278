#include "cli/data/descriptions.h"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <utility>

#include "semilin/advanced/corpus/word_contributions.h"
#include "semilin/advanced/graph/graph_archive.h"
#include "semilin/advanced/io/edge_file.h"
#include "semilin/base/error.h"
#include "semilin/io/archive_file.h"
#include "semilin/io/dataset_file.h"
#include "semilin/io/store.h"
#include "semilin/learn/model_file.h"
#include "semilin/text/documents.h"
#include "semilin/text/vocabulary.h"

namespace semilin::cli {
namespace {

Json class_sizes(const Dataset& data) {
  std::vector<Index> sizes(data.classes.size());
  for (const std::int32_t label : data.labels) {
    if (label != kUnlabeled) ++sizes[label];
  }
  Json list = Json::array();
  for (std::size_t k = 0; k < sizes.size(); ++k)
    list.push_back({{"class", data.classes[k]}, {"rows", sizes[k]}});
  return list;
}

// The weights that are evidence for class k.
std::vector<double> class_weights(const LinearModel& model, std::size_t k) {
  const Index outputs = model.outputs();
  const bool binary = outputs == 1 && !model.multi_label;
  const Index column = binary ? 0 : static_cast<Index>(k);
  const double sign = binary && k == 0 ? -1 : 1;
  std::vector<double> weights(model.features);
  for (Index j = 0; j < model.features; ++j)
    weights[j] = sign * model.weights[j * outputs + column];
  return weights;
}

Json heaviest_of(const std::vector<double>& weights,
                 const std::vector<std::string>& terms,
                 const std::vector<std::int32_t>& numbers, Index count) {
  std::vector<Index> order;
  for (Index j = 0; j < std::ssize(weights); ++j) {
    const Index column = numbers.empty() ? j : numbers[j];
    if (column >= std::ssize(terms) || !terms[column].empty())
      order.push_back(j);
  }
  const auto end =
      order.begin() + std::min(count, static_cast<Index>(order.size()));
  std::partial_sort(order.begin(), end, order.end(), [&](Index a, Index b) {
    return std::pair(-weights[a], a) < std::pair(-weights[b], b);
  });
  Json list = Json::array();
  for (auto j = order.begin(); j != end && weights[*j] > 0; ++j) {
    const Index column = numbers.empty() ? *j : numbers[*j];
    Json one = {{"feature", column}};
    if (column < std::ssize(terms)) one["term"] = terms[column];
    one["weight"] = weights[*j];
    list.push_back(one);
  }
  return list;
}

// One value on one line; whole numbers are counts.
std::string plain(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return number(value.get<double>());
  if (value.is_number()) return grouped(value.get<Index>());
  if (!value.is_array()) return value.dump();
  std::string line;
  for (const Json& item : value)
    line += (line.empty() ? "" : ", ") + plain(item);
  return line;
}

}  // namespace

Content content_of(const std::string& path) {
  // a pipe can be read once only
  if (path == "-" || !std::filesystem::is_regular_file(path)) {
    return Content::Data;
  }
  switch (file_kind(path)) {
    case FileKind::Store:
      return Content::Store;
    case FileKind::Archive:
      return Content::Archive;
    case FileKind::Matrix:
      return Content::Data;
    case FileKind::Text:
    case FileKind::Gzip:
      break;
  }
  return begins_like_liblinear(path) ? Content::LiblinearModel : Content::Data;
}

std::string without_gz(const std::string& path) {
  return path.substr(0, path.size() - (path.ends_with(".gz") ? 3 : 0));
}

std::string noun_of(const std::string& path) {
  return content_of(path) == Content::Store &&
                 open_store(path).attachments.contains(kVocabularyKey)
             ? "document"
             : "row";
}

void require_rows(const std::string& path) {
  if (!holds_table(path)) return;
  throw DataError(path,
                  "expected rows, found a table of documents: 'semilin "
                  "vectorize' makes rows from it");
}

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

void write_graph(const Graph& graph, const std::string& path, bool as_edges,
                 const std::string& info) {
  if (as_edges)
    write_edges(graph.store(), path);
  else
    write_archive(to_archive(graph, info), path);
}

Index empty_rows(const CsrStore& rows) {
  return rows.visit([](const auto& view) {
    Index empty = 0;
    for (Index i = 0; i < view.rows; ++i)
      empty += view.offsets[i] == view.offsets[i + 1] ? 1 : 0;
    return empty;
  });
}

Json describe_data(const Dataset& data) {
  const CsrStore& rows = data.rows;
  const Index labeled = data.labeled();
  Json json = {{"rows", rows.rows()},
               {"features", rows.cols()},
               {"nonzeros", rows.nonzeros()}};
  json["nonzeros_per_row"] = rows.rows() == 0
                                 ? 0.0
                                 : static_cast<double>(rows.nonzeros()) /
                                       static_cast<double>(rows.rows());
  json["empty_rows"] = empty_rows(rows);
  json["values"] = rows.is_double() ? "float64" : "float32";
  json["bytes"] = rows.bytes();
  json["labeled"] = labeled;
  json["unlabeled"] = rows.rows() - labeled;
  json["classes"] = class_sizes(data);
  return json;
}

Json describe_vocabulary(const Vocabulary& vocabulary) {
  Json json = {{"terms", vocabulary.words_and_phrases()}};
  if (vocabulary.words.pieces) json["pieces"] = vocabulary.pieces;
  json["documents"] = vocabulary.documents;
  return json;
}

Json describe_model(const LinearModel& model) {
  Json json = {{"features", model.features}, {"outputs", model.outputs()}};
  if (model.vectors.count > 0) {
    json["vectors"] = {{"columns", model.vectors.count},
                       {"scale", model.vectors.scale}};
  }
  json["nonzero_weights"] =
      std::count_if(model.weights.begin(), model.weights.end(),
                    [](double weight) { return weight != 0; });
  json["bias"] = model.bias;
  json["offsets"] = model.offsets;
  json["calibrated"] = !model.calibration.slopes.empty();
  json["classes"] = model.classes;
  if (model.multi_label) json["multi_label"] = true;
  if (holds_vocabulary(model.attachments)) {
    const Vocabulary vocabulary = vocabulary_from_archive(model.attachments);
    json["vocabulary"] = describe_vocabulary(vocabulary);
  }
  const Json info = Json::parse(model.info);
  if (!info.empty()) json["info"] = info;
  return json;
}

Json describe_graph(const Graph& graph) {
  const std::vector<double> degree = degrees(graph);
  const Components components = connected_components(graph);
  const auto isolated = std::count(degree.begin(), degree.end(), 0.0);
  const double sum = std::accumulate(degree.begin(), degree.end(), 0.0);
  const auto nodes = static_cast<double>(std::max<Index>(graph.nodes(), 1));
  Json json = {{"nodes", graph.nodes()}, {"edges", graph.edges()}};
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

Json heaviest_features(const LinearModel& model, Index count) {
  std::vector<std::string> terms = names_of_columns(model);
  if (std::ssize(terms) < model.features) terms.clear();
  Json all = Json::object();
  for (std::size_t k = 0; k < model.classes.size(); ++k) {
    all[model.classes[k]] = heaviest_of(class_weights(model, k), terms,
                                        model.feature_numbers, count);
  }
  return all;
}

std::string heaviest_as_text(const Json& all) {
  std::string text;
  for (const auto& [name, list] : all.items()) {
    text += name + ":";
    for (const Json& one : list) {
      text += (text.ends_with(':') ? " " : ", ") +
              (one.contains("term")
                   ? plain(one["term"])
                   : std::to_string(one["feature"].get<Index>() + 1)) +
              " " + number(one["weight"].get<double>(), 3);
    }
    text += '\n';
  }
  return text;
}

std::string reading(bool words, Index pieces) {
  if (!words) return {};
  return std::string("; read as words") +
         (pieces > 0 ? " and pieces of words" : "");
}

std::string objects_as_table(const Json& list, const std::string& indent) {
  std::vector<std::string> head;
  for (const auto& item : list.front().items())
    if (!item.value().is_object()) head.push_back(item.key());
  std::vector<std::string> names = head;
  for (std::string& name : names)
    std::replace(name.begin(), name.end(), '_', ' ');
  Table table = {names};
  for (const Json& object : list) {
    std::vector<std::string> cells;
    cells.reserve(head.size());
    for (const std::string& key : head)
      cells.push_back(object.contains(key) ? plain(object[key]) : "");
    table.push_back(cells);
  }
  for (auto& line : table)
    line[0].insert(0, indent);
  return to_text(table);
}

std::string as_text(const Json& object, const std::string& indent) {
  std::string text;
  for (const auto& [key, value] : object.items()) {
    text += indent + key + ":";
    if (value.is_object()) {
      text += "\n" + as_text(value, indent + "  ");
    } else if (value.is_array() && !value.empty() && value[0].is_object()) {
      text += "\n" + objects_as_table(value, indent + "  ");
    } else {
      text += " " + plain(value) + "\n";
    }
  }
  return text;
}

}  // namespace semilin::cli
