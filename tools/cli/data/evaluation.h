// A model's predictions against the true labels; used by evaluate and by
// train --test.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "semilin/linear/calibration.h"
#include "semilin/linear/metrics.h"
#include "semilin/matrix/dataset.h"

#include "cli/command/console.h"

namespace semilin::cli {

struct Evaluation {
  /// The model's classes, then those that occur only in the data (always
  /// wrong).
  std::vector<std::string> classes;
  Index foreign_classes = 0;  ///< number of the latter kind
  Index rows = 0;
  Index unlabeled = 0;  ///< rows not counted
  /// The share of rows whose class, or whole set of labels, is right; the mean
  /// and the pooled F1 of the classes.
  double accuracy = 0, macro_f1 = 0, micro_f1 = 0;
  std::vector<ClassMetrics> metrics;
  /// Not for multi-label data: the class of each row, or kUnlabeled; the
  /// predicted class; and the model's outputs.
  std::vector<std::int32_t> truth, predicted;
  std::vector<double> outputs;
  Confusion table;  ///< empty if multi-label
  bool multi_label = false;
  double hamming_loss = 0;  ///< multi-label only
  bool binary = false;
  double auc = 0;  ///< binary only
  /// The reliability of the probabilities, if the model has a calibration; with
  /// multi-label data that of each label's decision, over rows and labels. Rows
  /// of other classes do not count.
  std::optional<Reliability> reliability;
};

/// The evaluation of a model with these outputs for the rows, of which only the
/// labels are used. Throws DataError if no row has a label.
[[nodiscard]] Evaluation evaluate(const ModelHead& model, const Dataset& data,
                                  std::vector<double> outputs);

/// The figures, in at most five lines.
[[nodiscard]] std::string to_text(const Evaluation& evaluation,
                                  const std::string& noun);
/// The classes of lowest F1, in one line, and how to see all.
[[nodiscard]] std::string lowest_classes(const Evaluation& evaluation);
/// A table of the classes, and the confusion.
[[nodiscard]] std::string tables(const Evaluation& evaluation,
                                 const std::string& noun, bool with_confusion);
[[nodiscard]] Json to_json(const Evaluation& evaluation, bool with_confusion);

}  // namespace semilin::cli
