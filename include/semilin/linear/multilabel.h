// Predictions for documents with several labels at once: one output per label.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "semilin/linear/metrics.h"
#include "semilin/linear/model.h"
#include "semilin/matrix/label_sets.h"

namespace semilin {

/// rows x labels, 1 where an output is positive.
[[nodiscard]] std::vector<std::int32_t> predict_sets(
    const ModelHead& model, std::span<const double> scores);

/// Agreement of predicted label sets with the true ones.
struct SetMetrics {
  Index rows = 0;                    ///< rows that were compared
  double subset_accuracy = 0;        ///< rows whose set is exactly right
  double hamming_loss = 0;           ///< wrong decisions / (rows x labels)
  std::vector<ClassMetrics> labels;  ///< each label by itself
};

/// Both spans are rows x labels of 0 and 1; NaN figures without rows. Throws
/// std::invalid_argument if the sizes differ or are no multiple of `labels`.
[[nodiscard]] SetMetrics set_metrics(std::span<const std::int32_t> truth,
                                     std::span<const std::int32_t> predicted,
                                     Index labels);

}  // namespace semilin
