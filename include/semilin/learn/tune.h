// Choosing what a method leaves open by cross-validation on the labelled rows.
#ifndef SEMILIN_LEARN_TUNE_H_
#define SEMILIN_LEARN_TUNE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "semilin/learn/train.h"
#include "semilin/linear/cross_validation.h"

namespace semilin {

/// OneStandardError: of the points whose mean accuracy is within the best
/// point's standard error of the best, the plainest: the smallest lambda_u or
/// gamma, then the largest lambda, the fewest neighbours, the widest kernel
/// (Breiman et al. 1984). Best: the largest mean, the plainest among equals.
enum class Choice { OneStandardError, Best };

/// The grids, and how their points are compared.
struct TuneOptions {
  /// What all points share; its values are those of empty grids.
  TrainOptions train;
  std::vector<double> lambda;    ///< > 0
  std::vector<double> lambda_u;  ///< linear; >= 0; 0: the supervised SVM
  std::vector<double> gamma;     ///< graph, not Cheeger; >= 0
  /// Graph methods; not of a graph that is given. The neighbours are searched
  /// once, the most that are asked for, and the nearest of them taken.
  std::vector<Index> neighbors;
  std::vector<double> width;  ///< graph; > 0; of a kernel that has a width
  int folds = 5;              ///< 0: leave one out
  /// The folds are drawn anew so many times; 0: until 100 rows were held out,
  /// five times at most.
  int repeats = 0;
  std::uint64_t seed = 1;                    ///< of the folds
  Choice choice = Choice::OneStandardError;  ///< which point is taken
  HeldOutOptions held_out;                   ///< linear: of the trainings
};

/// The options with default grids in place of empty ones. Linear: lambda 0.1,
/// 0.03, ... 3e-6 or, if there are unlabelled rows to learn from, 0.01, 0.001,
/// 0.0001, times 1000 times the options' own or default_lambda(data), and then
/// lambda_u 0, 0.1, 1. Graph: gamma 1, 4, 16 of Laplacian methods, 0.05, 0.15,
/// 0.5 of total variation; 5, 10, 20 neighbours, as far as there are so many
/// rows, unless the graph is given.
[[nodiscard]] TuneOptions with_default_grids(TuneOptions options,
                                             const Dataset& data);

/// The accuracy on rows held out, weighted by their costs (with the class
/// weights), as mean over folds and repeats; its standard error is the standard
/// deviation over all folds / sqrt(folds): repeats steady the mean but see the
/// same rows. NaN: not measured, the run was interrupted. What the method does
/// not have is 0.
struct TunePoint {
  double lambda = 0;          ///< of LinearOptions or GraphOptions
  double lambda_u = 0;        ///< of LinearOptions
  double gamma = 0;           ///< of GraphOptions
  Index neighbors = 0;        ///< of NeighborOptions
  double width = 0;           ///< of KernelSpec
  double accuracy = 0;        ///< in [0, 1]
  double standard_error = 0;  ///< of the accuracy
};

/// What tuning gives.
struct TuneResult {
  /// Neighbours rise, within them the width falls, lambda falls, and gamma and
  /// lambda_u rise.
  std::vector<TunePoint> points;
  std::size_t best = 0;    ///< of points, the largest accuracy
  std::size_t chosen = 0;  ///< of points, by TuneOptions::choice
  int folds = 0;           ///< of each repeat
  int repeats = 0;         ///< done
  TrainOptions options;    ///< those of the chosen point, with its graph
  TrainResult refitted;    ///< with them, on all rows
  Index products = 0;      ///< linear: with the data, in the cross-validation
  double seconds = 0;      ///< of the cross-validation
};

/// Cross-validates every point of the grids, then trains with the one chosen. A
/// row that is held out is no row at all to a linear method, and one without
/// label to a graph method. Interrupted: chooses among the points measured
/// (without any: the first), and
/// refits as train does when interrupted; while neighbours are searched, throws
/// Interrupted. Throws as Trainer and stratified_folds do,
/// std::invalid_argument for a grid that the method does not have, DataError
/// for multi-label data.
[[nodiscard]] TuneResult tune(const Dataset& data, const TuneOptions& options,
                              const Progress& progress = {});

/// The point that `choice` takes; `best` gets the largest mean. Points not
/// measured are passed over. Throws std::invalid_argument if none is.
[[nodiscard]] std::size_t choose_point(const std::vector<TunePoint>& points,
                                       Choice choice, std::size_t& best);

}  // namespace semilin

#endif  // SEMILIN_LEARN_TUNE_H_
