// How well predicted classes agree with the true ones.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "semilin/base/index.h"

namespace semilin {

/// The number of rows of each class that were predicted as each class.
struct Confusion {
  Index classes = 0;          ///< K
  std::vector<Index> counts;  ///< K x K, [truth * K + predicted]

  /// The number of rows of class `truth` that were predicted as class
  /// `predicted`.
  [[nodiscard]] Index at(Index truth, Index predicted) const {
    return counts[truth * classes + predicted];
  }
  /// The number of all rows counted.
  [[nodiscard]] Index total() const;
};

/// Counts the rows whose truth is known (not kUnlabeled). Both spans hold
/// classes in [0, classes); throws std::invalid_argument otherwise.
[[nodiscard]] Confusion confusion(std::span<const std::int32_t> truth,
                                  std::span<const std::int32_t> predicted,
                                  Index classes);

/// The metrics of one class. A quotient 0/0 is 0.
struct ClassMetrics {
  Index support = 0;     ///< rows of the class
  Index predicted = 0;   ///< rows predicted as this class
  Index correct = 0;     ///< rows counted in both
  double precision = 0;  ///< correct / predicted
  double recall = 0;     ///< correct / support
  double f1 = 0;         ///< 2 correct / (support + predicted)
};
/// One per class.
[[nodiscard]] std::vector<ClassMetrics> class_metrics(const Confusion& table);

/// Fills in the quotients from the three counts.
void complete(std::span<ClassMetrics> metrics);

/// Correct rows / all rows; NaN without rows.
[[nodiscard]] double accuracy(const Confusion& table);

/// Mean F1 of the classes that occur as truth or prediction; NaN if none does.
[[nodiscard]] double macro_f1(std::span<const ClassMetrics> metrics);
[[nodiscard]] double macro_f1(const Confusion& table);  ///< Likewise.

/// F1 of the pooled decisions: 2 correct / (support + predicted), summed over
/// the classes; NaN without any. Where every row has one true and one predicted
/// class this is the accuracy.
[[nodiscard]] double micro_f1(std::span<const ClassMetrics> metrics);
[[nodiscard]] double micro_f1(const Confusion& table);  ///< Likewise.

/// The probability that a row of class 1 has a larger score than one of class
/// 0, ties counted half. `truth` holds 0, 1 or kUnlabeled (ignored). NaN unless
/// both classes occur. n log n.
[[nodiscard]] double auc(std::span<const std::int32_t> truth,
                         std::span<const double> scores);

}  // namespace semilin
