// Rows that a person is to look at: their texts; those of a report.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <nlohmann/json.hpp>

#include "semilin/corpus.h"
#include "semilin/linear/model.h"
#include "semilin/matrix/dataset.h"

namespace semilin::cli {

/// The texts of these rows; those of rows, and of standard input, are empty.
[[nodiscard]] std::unordered_map<Index, std::string> texts_of(
    const Source& source, std::span<const Index> rows);

/// The first bytes of a text, at most so many, up to the end of a letter.
[[nodiscard]] std::string beginning(std::string text, std::size_t bytes);

/// A row with its prediction by a model.
struct SaidRow {
  Index row = 0;                    ///< row of the data, from 0
  std::int32_t predicted = 0;       ///< position in the classes
  std::int32_t label = kUnlabeled;  ///< the row's own
  double confidence = 0;            ///< probability of `predicted`
};

/// The predictions of the model for rows with these outputs and labels, or none
/// if it has no probabilities; with `known` false, only for rows without a
/// label. Nothing is said of rows without a feature of the model.
[[nodiscard]] std::vector<SaidRow> said_rows(
    const ModelHead& model, const CsrStore& rows,
    std::span<const double> outputs, std::span<const std::int32_t> labels,
    bool known);

/// The names of rows, and the source of their texts.
struct RowNames {
  const Source& source;
  const std::vector<std::string>& ids;  ///< empty: numbers, from 1
  const std::vector<std::string>& classes;
};

/// {"surest": [{"id", "predicted", "confidence", "text"}, ...],
/// "least_sure": ..., "contradicted": ... with "label"}, ten of
/// each; text where the file holds documents. `held_out`: rows with a label
/// that the model did not know, which are only looked at for contradictions.
[[nodiscard]] nlohmann::ordered_json rows_to_look_at(
    std::vector<SaidRow> rows, std::vector<SaidRow> held_out,
    const RowNames& names);

}  // namespace semilin::cli
