// The parts that calibration, comparison and tuning share: folds, their
// outputs, and the weights of their rows.
#pragma once

#include <functional>
#include <span>
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

/// Folds in which each class is dealt from the first fold on, its only row to
/// none: where the labels are as many of each class they still are in every
/// training. Otherwise a classifier of few labels would lean away from the
/// classes of the rows held out, and be wrong on them more often than by
/// chance.
[[nodiscard]] Folds even_folds(const Dataset& data, int count,
                               std::uint64_t seed);

/// The labels, without those of the rows of one fold.
[[nodiscard]] std::vector<std::int32_t> labels_without(const Dataset& data,
                                                       const Folds& folds,
                                                       int fold);

/// The data, with these labels.
[[nodiscard]] Dataset with_unlabeled(const Dataset& data, const Folds& folds,
                                     int fold);

/// The numbers that `outputs` has of the rows of each fold, the same count for
/// each row, in turn, in the order of folds.rows (0 for rows in no fold); empty
/// as soon as those of one fold are.
[[nodiscard]] std::vector<double> fold_by_fold(
    const Folds& folds, const std::function<std::vector<double>(
                            int fold, std::span<const Index> rows)>& outputs);

/// How far a classifier is ahead of another on rows of known class.
struct Lead {
  double gain = 0;   ///< sum of the gains
  double error = 1;  ///< its standard error
  double rows = 0;

  [[nodiscard]] double errors() const { return gain / error; }
};

/// By the gain on each row (1: the one alone is right; -1: the other is), with
/// the weights over their mean,
///
///   sum_i w_i gain_i, and its error sqrt(sum_i (w_i gain_i)^2 + 1)
///
/// (McNemar 1947, but for the weights; plus one row, so that a single
/// disagreement is not decisive).
[[nodiscard]] Lead lead_by(const std::vector<double>& gains,
                           const std::vector<double>& weights,
                           const Dataset& data = {});

/// Weights by which a class of n rows counts as sqrt(n): by their numbers, to
/// find less of a rare class would nearly always look better; as one of many, a
/// few rows would decide. `counts`: the rows of each class.
[[nodiscard]] std::vector<double> root_weights(
    const std::vector<std::int32_t>& labels, const std::vector<double>& counts);

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

/// The calibration of outputs of rows held out, with Calibration::held_out.
[[nodiscard]] Calibration calibrated(const std::vector<double>& outputs,
                                     const std::vector<std::int32_t>& labels,
                                     const std::vector<double>& weights,
                                     int classes);

/// The calibration of such outputs.
[[nodiscard]] Calibration calibrate_outputs(
    const Dataset& data, const Folds& folds, const std::vector<double>& outputs,
    std::span<const double> class_sizes);

}  // namespace semilin
