// Rows with a model's predictions: how sure it is and how often it is right,
// which rows a person is to look at, and the curves of each class.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "semilin/corpus.h"
#include "semilin/learn/expected_accuracy.h"
#include "semilin/linear/model.h"

#include "cli/command/console.h"
#include "cli/data/evaluation.h"

namespace semilin::cli {

/// A row, held out or not, with the probability of its predicted class.
struct JudgedRow : HeldOutRow {
  std::int32_t label = kUnlabeled;  ///< the row's own
};

/// The predictions of the model for rows with these outputs and labels; none if
/// it has no probabilities of classes.
[[nodiscard]] std::vector<JudgedRow> judged_rows(
    const ModelHead& model, std::span<const double> outputs,
    std::span<const std::int32_t> labels);
/// Labeled rows that were held out.
[[nodiscard]] std::vector<JudgedRow> judged_rows(
    const ExpectedAccuracy& expected, std::span<const std::int32_t> labels);

/// {"whose", "bins": ten of {"weight", "right", "confidence"}, shares of the
/// rows, "surest": the accuracy of the surest 20, 50, 80 and 100 %}, by the
/// rows with a label of the model's; null if there are none.
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
                                   const Source& source, const Corpus& corpus,
                                   const std::vector<std::string>& classes);

/// The texts of these rows; none of rows, and of standard input.
[[nodiscard]] std::unordered_map<Index, std::string> texts_of(
    const Source& source, std::span<const Index> rows);

/// The first bytes of a text, at most so many, up to the end of a letter.
[[nodiscard]] std::string beginning(std::string text, std::size_t bytes);

/// The curves of each class that has rows of its own and others: a list of
/// {"name", "area": under the ROC curve, "points": [[recall, false positives,
/// precision], ...]}. There is a point for each distinct score from the largest
/// down, of which those are kept that differ from the one before by a share 1 /
/// most of all rows or of the positive ones, and the last. Scores are
/// probabilities if the model has a calibration, otherwise outputs (of the
/// first of two classes: with the opposite sign). Classes that the model does
/// not have count as others. Empty if there are too many classes to draw.
[[nodiscard]] Json curves_json(const ModelHead& model,
                               const Evaluation& evaluation);

/// The same with more points and for all classes, as a table: class, threshold,
/// recall, false_positive_rate, precision.
[[nodiscard]] std::string curves_table(const ModelHead& model,
                                       const Evaluation& evaluation);

}  // namespace semilin::cli
