// Choosing lambda and lambda_u by cross-validation on the labelled rows.
#ifndef SEMILIN_LINEAR_TUNE_H_
#define SEMILIN_LINEAR_TUNE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "semilin/linear/cross_validation.h"
#include "semilin/linear/train.h"

namespace semilin {

/// OneStandardError: of the points whose mean accuracy is within the best
/// point's standard error of the best, the plainest: the smallest lambda_u, and
/// then the largest lambda (Breiman et al. 1984). Best: the largest mean, the
/// plainest among equals.
enum class Choice { OneStandardError, Best };

/// The grids, and how their points are compared.
struct TuneOptions {
  /// What all points share; its lambda and lambda_u are those of empty grids.
  LinearOptions linear;
  std::vector<double> lambda;    ///< > 0
  std::vector<double> lambda_u;  ///< >= 0; 0: the supervised SVM
  int folds = 5;                 ///< 0: leave one out
  /// The folds are drawn anew so many times; 0: until 100 rows were held out,
  /// five times at most.
  int repeats = 0;
  std::uint64_t seed = 1;                    ///< of the folds
  Choice choice = Choice::OneStandardError;  ///< which point is taken
  HeldOutOptions held_out;                   ///< tolerances of the trainings
};

/// The accuracy on rows held out, weighted by their costs (with the class
/// weights), as mean over folds and repeats; its standard error is the standard
/// deviation over all folds / sqrt(folds): repeats steady the mean but see the
/// same rows. NaN: not measured, the run was interrupted.
struct TunePoint {
  double lambda = 0;          ///< of LinearOptions
  double lambda_u = 0;        ///< of LinearOptions
  double accuracy = 0;        ///< in [0, 1]
  double standard_error = 0;  ///< of the accuracy
};

/// What tuning gives.
struct TuneResult {
  std::vector<TunePoint> points;  ///< lambda falls, lambda_u rises within it
  std::size_t best = 0;           ///< of points, the largest accuracy
  std::size_t chosen = 0;         ///< of points, by TuneOptions::choice
  int folds = 0;                  ///< of each repeat
  int repeats = 0;                ///< done
  LinearOptions options;          ///< those of the chosen point
  LinearResult refitted;          ///< with them, on all rows
  Index products = 0;             ///< with the data, in the cross-validation
  double seconds = 0;             ///< of the cross-validation
};

/// Cross-validates every pair of the grids, then trains with the pair chosen.
/// Interrupted: chooses among the points measured (without any: the options as
/// given), and refits as train_linear does when interrupted. Throws as
/// train_linear and stratified_folds do.
[[nodiscard]] TuneResult tune_linear(const Dataset& data,
                                     const TuneOptions& options,
                                     const Progress& progress = {});

/// The point that `choice` takes; `best` gets the largest mean. Points not
/// measured are passed over. Throws std::invalid_argument if none is.
[[nodiscard]] std::size_t choose_point(const std::vector<TunePoint>& points,
                                       Choice choice, std::size_t& best);

}  // namespace semilin

#endif  // SEMILIN_LINEAR_TUNE_H_
