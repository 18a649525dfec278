// Which labelled rows are held out together, for models that never see them:
// the basis of tuning, of calibrated probabilities and of any honest figure.
#ifndef SEMILIN_LINEAR_CROSS_VALIDATION_H_
#define SEMILIN_LINEAR_CROSS_VALIDATION_H_

#include <cstdint>
#include <vector>

#include "semilin/matrix/dataset.h"

namespace semilin {

/// Which labelled rows are held out together.
struct Folds {
  int count = 0;            ///< of folds
  std::vector<Index> rows;  ///< labelled rows of cost > 0, ascending
  /// Of rows[i], in [0, count); -1: in every training, and with outputs 0.
  std::vector<std::int32_t> fold;
};

/// Stratified folds: sizes differ by at most one, and so do the numbers of each
/// class; which rows is drawn from `seed`. Throws std::invalid_argument for
/// fewer than 2 folds, DataError if a class has fewer rows than folds (take
/// fewer, or leave_one_out).
[[nodiscard]] Folds stratified_folds(const Dataset& data, int count,
                                     std::uint64_t seed);

/// Every labelled row is a fold of its own. Throws DataError if a class has
/// only one.
[[nodiscard]] Folds leave_one_out(const Dataset& data);

/// The classes with fewer than two labelled rows: none can be held out, and
/// their probabilities share the mean shift of the others.
[[nodiscard]] std::vector<std::int32_t> rare_classes(const Dataset& data);

/// Five stratified folds, or as many as the smallest class has rows. The only
/// row of a rare class is in every training, its fold -1. Throws DataError if
/// fewer than two classes have two rows.
[[nodiscard]] Folds few_folds(const Dataset& data);

/// How closely the models are trained that do not see a row, and how many at a
/// time. All folds of a lambda of a supervised method are outputs of one batch
/// over the labelled rows, in which a fold weighs its own rows with 0; lambdas
/// go down, each seeded with the last. A batch holds as many folds, or several
/// lambdas, as make 24 outputs and fit into `batch_bytes`. Other methods train
/// fold by fold. The tolerance is the larger of LinearOptions::tolerance and
/// the one here.
struct HeldOutOptions {
  double fold_tolerance = 1e-3;          ///< of supervised methods
  double rough_tolerance = 1e-2;         ///< of other linear ones
  Index batch_bytes = Index{256} << 20;  ///< of a batch, at most
};

}  // namespace semilin

#endif  // SEMILIN_LINEAR_CROSS_VALIDATION_H_
