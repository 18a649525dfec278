// Figures of a report: the confidence of a model, and its accuracy.
#ifndef SEMILIN_TOOLS_CLI_PAGE_HTML_FIGURES_H_
#define SEMILIN_TOOLS_CLI_PAGE_HTML_FIGURES_H_

#include <string>
#include <vector>

#include "semilin/learn/expected_accuracy.h"
#include "semilin/learn/model.h"

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
/// Labelled rows that were held out.
[[nodiscard]] SureRows sure_rows(const ExpectedAccuracy& expected,
                                 const std::vector<std::int32_t>& labels);

/// The reliability diagram, the histogram of the confidence, and the accuracy
/// of the surest 20, 50, 80 and 100 %, under a heading that ends with `whose`
/// ("on the test rows"). Empty without rows.
[[nodiscard]] std::string confidence_figures(const SureRows& rows,
                                             const std::string& whose);

/// ROC and precision-recall curves of each class, or of the first if there are
/// many.
[[nodiscard]] std::string curve_figures(const ModelHead& model,
                                        const Evaluation& evaluation);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_PAGE_HTML_FIGURES_H_
