// The parts that calibration, comparison and tuning share: folds, their
// outputs, and the weights of their rows.
#ifndef SEMILIN_SRC_LINEAR_HELD_OUT_ROWS_H_
#define SEMILIN_SRC_LINEAR_HELD_OUT_ROWS_H_

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "semilin/linear/calibration.h"
#include "semilin/linear/cross_validation.h"
#include "semilin/linear/summary.h"

namespace semilin {

/// Costs of the rows that `folds` hold out, times factors that make their
/// classes as large as `class_sizes` (empty: no factors).
[[nodiscard]] std::vector<double> weights_by_class_sizes(
    const Dataset& data, const Folds& folds,
    std::span<const double> class_sizes);

/// Whether two classes have two labeled rows.
[[nodiscard]] bool can_hold_out(const Dataset& data);

/// The labels, without those of the rows of one fold.
[[nodiscard]] std::vector<std::int32_t> labels_without(const Dataset& data,
                                                       const Folds& folds,
                                                       int fold);

/// The data, with these labels.
[[nodiscard]] Dataset with_unlabeled(const Dataset& data, const Folds& folds,
                                     int fold);

/// The result of `outputs` for the rows of each fold that has any, in turn,
/// rows of folds x K; empty as soon as one result is.
[[nodiscard]] std::vector<double> fold_by_fold(
    const Dataset& data, const Folds& folds,
    const std::function<std::vector<double>(int fold, const CsrStore& rows)>&
        outputs);

/// The mean of the values, with these weights.
[[nodiscard]] double weighted_mean(const std::vector<double>& weights,
                                   const std::vector<double>& values);

/// Both methods' outputs (rows of folds x K) against the labels.
[[nodiscard]] CrossValidated compare_outputs(
    const Dataset& data, const Folds& folds, const std::vector<double>& ours,
    const std::vector<double>& theirs, std::span<const double> class_sizes);

/// Votes of both for the same rows of known class, of so many folds.
[[nodiscard]] CrossValidated compare_votes(
    const std::vector<std::int32_t>& truth, const std::vector<double>& weights,
    const std::vector<std::int32_t>& ours,
    const std::vector<std::int32_t>& theirs, int folds);

/// Votes of both for the same rows of known class, of so many folds.
[[nodiscard]] CrossValidated compare_votes(
    const std::vector<std::int32_t>& truth, const std::vector<double>& weights,
    const std::vector<std::int32_t>& ours,
    const std::vector<std::int32_t>& theirs, int folds);

/// The calibration of such outputs.
[[nodiscard]] Calibration calibrate_outputs(
    const Dataset& data, const Folds& folds, const std::vector<double>& outputs,
    std::span<const double> class_sizes);

}  // namespace semilin

#endif  // SEMILIN_SRC_LINEAR_HELD_OUT_ROWS_H_
