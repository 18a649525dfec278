// How sure a model is of rows of known class, and how often it is right.
#ifndef SEMILIN_TOOLS_CLI_DATA_CONFIDENCE_H_
#define SEMILIN_TOOLS_CLI_DATA_CONFIDENCE_H_

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "semilin/learn/expected_accuracy.h"

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

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_DATA_CONFIDENCE_H_
