// How sure a model is of rows of known class, and how often it is right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "semilin/learn/expected_accuracy.h"
#include "semilin/linear/model.h"

#include "cli/data/evaluation.h"

namespace semilin::cli {

/// Rows of known class: the confidence of the model in its prediction, and
/// whether that is right.
struct SureRows {
  std::vector<double> confidence, right, weight;
};
/// The rows of an evaluation; none if the model has no probabilities.
[[nodiscard]] SureRows sure_rows(const ModelHead& model,
                                 const Evaluation& evaluation);
/// Labeled rows that were held out.
[[nodiscard]] SureRows sure_rows(const ExpectedAccuracy& expected,
                                 const std::vector<std::int32_t>& labels);

/// {"whose", "bins": ten of {"weight", "right", "confidence"}, shares of the
/// rows, "surest": the accuracy of the surest 20, 50, 80 and 100 %}; null
/// without rows.
[[nodiscard]] nlohmann::ordered_json confidence_json(const SureRows& rows,
                                                     const std::string& whose);

/// A list of {"name", "area", "points": [[recall, false positives, precision],
/// ...]}: the curves of each class; empty if there are too many.
[[nodiscard]] nlohmann::ordered_json curves_json(const ModelHead& model,
                                                 const Evaluation& evaluation);

/// The figures if the rows of at least this score are called positive.
struct CurvePoint {
  double threshold = 0;
  double recall = 0;           ///< share of positive rows called positive
  double false_positives = 0;  ///< share of negative rows called positive
  double precision = 0;        ///< share of rows called positive that are
};

/// One class against all others.
struct ClassCurve {
  std::int32_t of = 0;  ///< position in the classes
  double area = 0;      ///< area under the ROC curve of all points
  std::vector<CurvePoint> points;
};

/// The curves of each class that has rows of its own and others: a point for
/// each distinct score from the largest down, of which those are kept that
/// differ from the one before by a share 1 / most of all rows or of the
/// positive ones, and the last. Scores are probabilities if the model has a
/// calibration, otherwise outputs (of the first of two classes: with the
/// opposite sign). `truth` is the class of each row of `outputs`; rows with
/// kUnlabeled are ignored, and classes that the model does not have count as
/// others.
[[nodiscard]] std::vector<ClassCurve> class_curves(
    const ModelHead& model, std::span<const double> outputs,
    std::span<const std::int32_t> truth, std::size_t most);

/// A table: class, threshold, recall, false_positive_rate, precision.
[[nodiscard]] std::string to_tsv(const std::vector<ClassCurve>& curves,
                                 const std::vector<std::string>& classes);

}  // namespace semilin::cli
