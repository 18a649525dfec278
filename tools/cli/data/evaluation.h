// An evaluation as evaluate and train --test print it.
#pragma once

#include <string>
#include <vector>

#include "semilin/learn/evaluate.h"

#include "cli/command/console.h"

namespace semilin::cli {

/// The figures, in at most five lines.
[[nodiscard]] std::string to_text(const Evaluation& evaluation,
                                  const std::string& noun);
/// The classes of lowest F1, in one line, and how to see all.
[[nodiscard]] std::string lowest_classes(const Evaluation& evaluation);
/// A table of the classes, and the confusion.
[[nodiscard]] std::string tables(const Evaluation& evaluation,
                                 const std::string& noun, bool with_confusion);

/// The figures of each class, for a table.
[[nodiscard]] std::vector<Json> class_records(const Evaluation& evaluation);

/// The curves of all classes as a table: class, threshold, recall,
/// false_positive_rate, precision.
[[nodiscard]] std::string curves_table(const ModelHead& model,
                                       const Evaluation& evaluation);

}  // namespace semilin::cli
