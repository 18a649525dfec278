// The contents of data and models as JSON, and such JSON as text for people.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "semilin/graph/graph.h"
#include "semilin/linear/model.h"
#include "semilin/matrix/dataset.h"

namespace semilin::cli {

/// How many rows have no entry.
[[nodiscard]] Index empty_rows(const CsrStore& rows);

/// Sizes, and the rows of each class.
[[nodiscard]] nlohmann::ordered_json describe_data(const Dataset& data);

/// Classes, sizes, bias, thresholds, vocabulary and how it was trained.
[[nodiscard]] nlohmann::ordered_json describe_model(const LinearModel& model);

/// Sizes, degrees and components of a graph.
[[nodiscard]] nlohmann::ordered_json describe_graph(const Graph& graph);

/// The names of the columns in a model with a vocabulary: its terms, then
/// "vector 1", "vector 2", ... if it was trained with vectors. None without a
/// vocabulary.
[[nodiscard]] std::vector<std::string> names_of_columns(const ModelHead& model);

/// The `count` largest positive weights of each class, heaviest first:
/// {"class": [{"feature": 12, "term": "word", "weight": 1.5}, ...], ...}.
/// Features count from 1; terms are there if the model carries a vocabulary.
[[nodiscard]] nlohmann::ordered_json heaviest_features(const LinearModel& model,
                                                       Index count);

/// The same as lines: "class: word 1.5, ...".
[[nodiscard]] std::string heaviest_as_text(const nlohmann::ordered_json& all);

/// Objects of the same keys as a table.
[[nodiscard]] std::string objects_as_table(const nlohmann::ordered_json& list);

/// A JSON object as lines "key: value": objects indented, lists of objects as
/// tables.
[[nodiscard]] std::string as_text(const nlohmann::ordered_json& object,
                                  const std::string& indent = "");

}  // namespace semilin::cli
