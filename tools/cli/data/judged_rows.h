// What a report shows of rows with a model's predictions: how sure it is and
// how often it is right, which rows a person is to look at, and curves.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "semilin/corpus.h"
#include "semilin/learn/evaluate.h"

#include "cli/command/console.h"

namespace semilin::cli {

/// {"whose", "bins": ten of {"weight", "right", "confidence"}, shares of the
/// rows, "surest": [share, accuracy] of the surest tenth, two tenths, ...}, by
/// the rows with a label of the model's; null if there are none.
[[nodiscard]] Json confidence_json(const std::vector<JudgedRow>& rows,
                                   const ModelHead& model,
                                   const std::string& whose);

/// {"surest": [{"id", "predicted", "confidence", "text"}, ...],
/// "least_sure": ..., "contradicted": ... with "label"}, ten of
/// each; text where the file holds documents. Rows that were `held_out` are
/// only looked at for contradictions. Nothing is said of others without a
/// feature of the model. Positions are those in `classes`.
[[nodiscard]] Json rows_to_look_at(const ModelHead& model,
                                   std::vector<JudgedRow> rows,
                                   std::vector<JudgedRow> held_out,
                                   const Corpus& corpus,
                                   const std::vector<std::string>& classes);

/// The first bytes of a text, at most so many, up to the end of a letter.
[[nodiscard]] std::string beginning(std::string text, std::size_t bytes);

/// The curves of a report; none of multi-label data, and none if there are too
/// many classes to draw.
[[nodiscard]] Json curves_json(const ModelHead& model,
                               const Evaluation& evaluation);

}  // namespace semilin::cli
