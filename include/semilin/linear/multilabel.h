// Documents with several labels at once: one output per label.
#ifndef SEMILIN_LINEAR_MULTILABEL_H_
#define SEMILIN_LINEAR_MULTILABEL_H_

#include <cstdint>
#include <span>
#include <vector>

#include "semilin/linear/metrics.h"
#include "semilin/linear/train.h"
#include "semilin/matrix/label_sets.h"

namespace semilin {

/// For every label of the multi-label `data` the binary problem "has it or
/// not", trained by train_linear on all rows with the same options, its own
/// class sizes and its own threshold; together a model with multi_label set.
///
/// options.class_sizes.sizes: one number per label, the fraction of the
/// unlabelled rows that have it (they need not sum to 1);
/// options.class_weights: one number per label, for the labelled rows that have
/// it, in that label's problem.
///
/// Of the summary, class_sizes holds one number per label, objective and the
/// counts are sums, gradient_norm is the largest, stop the first that is not
/// Converged, rho and temperature those of the last label. labels is rows x
/// labels: 1 where training settled on the label. Throws as train_linear does,
/// and DataError for a label that is on every labelled row.
[[nodiscard]] LinearResult train_multilabel(const Dataset& data,
                                            const LinearOptions& options,
                                            const Progress& progress = {});

/// The calibration of each label's model by itself, as calibrate
/// (semilin/linear/calibration.h).
[[nodiscard]] Calibration calibrate_multilabel(const Dataset& data,
                                               const LinearOptions& options,
                                               const Progress& progress = {});

/// rows x labels, 1 where an output is positive.
[[nodiscard]] std::vector<std::int32_t> predict_sets(
    const ModelHead& model, std::span<const double> scores);

/// Agreement of predicted label sets with the true ones.
struct SetMetrics {
  Index rows = 0;                    ///< that were compared
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

#endif  // SEMILIN_LINEAR_MULTILABEL_H_
