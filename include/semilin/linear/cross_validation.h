// Outputs for labelled rows by models that never saw them: the basis of
// tuning, of calibrated probabilities and of any honest figure.
#ifndef SEMILIN_LINEAR_CROSS_VALIDATION_H_
#define SEMILIN_LINEAR_CROSS_VALIDATION_H_

#include <cstdint>
#include <span>
#include <vector>

#include "semilin/base/progress.h"
#include "semilin/linear/train.h"

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

/// Options that a grid varies; the others are shared.
struct GridPoint {
  double lambda = 0;    ///< of LinearOptions
  double lambda_u = 0;  ///< 0: the supervised model
};

/// For each point the outputs of folds.rows (rows x outputs), each row's by the
/// model trained without its fold; unlabelled rows are in every training, and
/// labelled rows held out are in none, not even as unlabelled ones, unless
/// HeldOutOptions says so.
struct HeldOut {
  std::vector<std::vector<double>> outputs;  ///< per point; empty: interrupted
  Index products = 0;  ///< with the data, single or batched
};

/// How closely the models are trained that do not see a row, and how many at a
/// time. Supervised points (methods Rls and Svm, lambda_u = 0, or no unlabelled
/// row):
/// all folds of a lambda are outputs of one batch over the labelled rows, in
/// which a fold weighs its own rows with 0; lambdas go down, each seeded with
/// the last. A batch holds as many folds, or several lambdas, as make 24
/// outputs and fit into `batch_bytes`. Other points train fold by fold. The
/// tolerance is the larger of LinearOptions::tolerance and the one here.
struct HeldOutOptions {
  double fold_tolerance = 1e-3;   ///< of supervised points
  double rough_tolerance = 1e-2;  ///< of others
  /// Rows held out are in the trainings of others as unlabelled ones, so that
  /// their outputs are like those of the unlabelled rows of `data`.
  bool as_unlabeled = false;
  Index batch_bytes = Index{256} << 20;  ///< of a batch, at most
};
/// Trains once per point and fold, or as one batch. Throws as train_linear
/// does.
[[nodiscard]] HeldOut held_out_outputs(const Dataset& data,
                                       const LinearOptions& options,
                                       const Folds& folds,
                                       std::span<const GridPoint> points,
                                       const HeldOutOptions& held_out = {},
                                       const Progress& progress = {});

/// The accuracy of train_linear(data, options) and of the supervised model on
/// labelled rows held out in five stratified folds, or as many as the smallest
/// class has rows; the only row of a rare class (rare_classes, calibration.h)
/// is in every training and is not counted. A row weighs its cost x (class size
/// in `class_sizes` / among the labelled rows); empty `class_sizes`: its cost.
/// Costs about as much as that many trainings. Throws DataError if fewer than
/// two classes have two rows. Interrupted: 0 folds.
[[nodiscard]] CrossValidated compare_held_out(
    const Dataset& data, const LinearOptions& options,
    std::span<const double> class_sizes, const Progress& progress = {});

}  // namespace semilin

#endif  // SEMILIN_LINEAR_CROSS_VALIDATION_H_
