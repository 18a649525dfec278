// The folds of cross-validation: which labeled rows are held out together.
// Copies of a row are in its fold. Tuning, calibration and estimates of
// accuracy are based on them.
#pragma once

#include <cstdint>
#include <vector>

#include "semilin/matrix/dataset.h"

namespace semilin {

/// Labeled rows, and the fold in which each is held out.
struct Folds {
  int count = 0;            ///< number of folds
  std::vector<Index> rows;  ///< labeled rows of cost > 0, ascending
  /// The fold of rows[i], in [0, count); -1: the row is in every training, and
  /// its outputs are 0.
  std::vector<std::int32_t> fold;
};

/// Stratified folds: sizes differ by at most one, and so do the numbers of each
/// class; `seed` decides which rows are in a fold. Throws std::invalid_argument
/// for fewer than 2 folds, DataError if a class has fewer rows than folds (use
/// fewer, or leave_one_out).
[[nodiscard]] Folds stratified_folds(const Dataset& data, int count,
                                     std::uint64_t seed);

/// Every labeled row is a fold of its own, with its copies. Throws DataError if
/// a class has only one row.
[[nodiscard]] Folds leave_one_out(const Dataset& data);

/// The classes with fewer than two labeled rows that are no copies. None of
/// these rows can be held out, and their probabilities share the mean shift of
/// the other classes.
[[nodiscard]] std::vector<std::int32_t> rare_classes(const Dataset& data);

/// `most` stratified folds, or as many as the smallest class has rows. The only
/// row of a rare class is in every training, and its fold is -1. Throws
/// DataError if fewer than two classes have two rows.
[[nodiscard]] Folds few_folds(const Dataset& data, int most = 5);

/// Labeled rows of cost > 0 that repeat others: as long texts with the same
/// words do, but for a few.
struct Repeats {
  Index rows = 0;     ///< rows that repeat an earlier one
  Index labeled = 0;  ///< all labeled rows
  Index differ = 0;   ///< rows with copies whose labels differ
};
[[nodiscard]] Repeats repeats(const Dataset& data);  ///< Counts them.

/// The precision of the models of the folds, and how many are trained at a
/// time. For a supervised method all folds of a lambda are outputs of one batch
/// over the labeled rows, in which each fold gives its own rows the weight 0;
/// lambdas decrease, and each starts from the last one's result. A batch holds
/// as many folds, or several lambdas, as make 24 outputs and fit into
/// `batch_bytes`. Other methods train fold by fold. The tolerance is the larger
/// of LinearOptions::tolerance and the one here.
struct HeldOutOptions {
  double fold_tolerance = 1e-3;          ///< tolerance of supervised methods
  double rough_tolerance = 1e-2;         ///< tolerance of other linear methods
  Index batch_bytes = Index{256} << 20;  ///< largest batch
};

}  // namespace semilin
