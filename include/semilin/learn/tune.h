// Choosing options of a method by cross-validation on the labeled rows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/base/option.h"
#include "semilin/learn/train.h"
#include "semilin/linear/cross_validation.h"

namespace semilin {

/// OneStandardError takes the plainest of the points whose mean accuracy is
/// within the best point's standard error of the best: what train does without
/// settings, then the smallest lambda_u or gamma, the largest lambda, the
/// fewest neighbors, the widest kernel (Breiman et al. 1984). Best takes the
/// largest mean, and the plainest among equals.
enum class Choice { OneStandardError, Best };
/// All of them.
inline constexpr std::array kChoices = {Choice::OneStandardError, Choice::Best};
/// "one-se", "best".
[[nodiscard]] std::string_view to_string(Choice choice);

/// The grids, and the comparison of their points.
struct TuneOptions {
  /// The options that all points share, and the values of empty grids.
  TrainOptions train;
  std::vector<double> lambda;  ///< > 0
  std::vector<double> c;  ///< values of RunOptions::c, further points of lambda
  std::vector<double> lambda_u;  ///< linear; >= 0; 0: the supervised SVM
  std::vector<double> gamma;     ///< graph, not Cheeger; >= 0
  /// Graph methods take them, unless the graph is given. The largest number of
  /// neighbors is searched for once, and each point takes the nearest of them.
  std::vector<Index> neighbors;
  std::vector<double> width;  ///< graph; > 0; for a kernel that has a width
  /// A method that is one more point, with the options of `train`; empty: none.
  std::string untuned;
  int folds = 5;  ///< 0: leave one out
  /// The number of times that folds are drawn; 0: until 100 rows were held out,
  /// at most five times.
  int repeats = 0;
  std::uint64_t seed = 1;  ///< seed of the folds
  /// Rule by which a point is chosen.
  Choice choice = Choice::OneStandardError;
  HeldOutOptions held_out;  ///< how linear methods are trained
};

/// Names the grids and the options that a user has; see base/option.h.
template <MaybeConst<TuneOptions> Options, class Visit>
void describe(Options& options, Visit&& visit) {
  visit("lambda", options.lambda, kPositive, "values of lambda to try");
  visit("C", options.c, kPositive, "values of C, in place of lambda");
  visit("lambda-u", options.lambda_u, kNotNegative, "values of lambda-u");
  visit("gamma", options.gamma, kNotNegative, "values of gamma");
  visit("neighbors", options.neighbors, kPositive, "numbers of neighbors");
  visit("width", options.width, kPositive, "values of kernel-width");
  visit("folds", options.folds, kNotNegative,
        "parts of the labels, stratified; 0: one label each");
  visit("repeats", options.repeats,
        Bound{.low = 0, .high = 1000, .open_low = false, .open_high = false},
        "how often folds are drawn; 0: until 100 labels were held out, at most "
        "5 times");
  visit("seed", options.seed, kNotNegative, "seed of the folds");
  visit("choose", options.choice, kChoices,
        "best, or one-se: what train does, or else the plainest point, within "
        "one standard error of the best");
}

/// The method that is tuned if none is named: da, or svm if no row is
/// unlabeled.
[[nodiscard]] std::string_view default_tuned_method(const Dataset& data);

/// The options with default grids in place of empty ones, and points of C as
/// points of lambda. Linear: lambda 0.1,
/// 0.03, ... 3e-6 or, if there are unlabeled rows to learn from, 0.01, 0.001,
/// 0.0001, each multiplied by 1000 times the options' own lambda or
/// default_lambda(data), and then lambda_u 0, 0.1, 1. Graph: gamma 1, 4, 16 of
/// Laplacian methods, 0.05, 0.15, 0.5 of total variation; 5, 10, 20 neighbors,
/// as far as there are enough rows, unless the graph is given. If any grid was
/// empty, what train does without settings is a point as well: options.untuned
/// is the method, or the default one if none is named.
[[nodiscard]] TuneOptions with_default_grids(TuneOptions options,
                                             const Dataset& data);

/// The accuracy on rows held out, weighted by their costs (with the class
/// weights), as the mean over folds and repeats. If there is an untuned
/// point, a class weighs as much as its share of the unlabeled rows by that
/// point's model. Its standard error is the standard deviation over all folds /
/// sqrt(folds): repeats steady the mean but use the same rows. NaN: it was not
/// measured, since the run was interrupted. Options that the method does not
/// have are 0.
struct TunePoint {
  double lambda = 0;     ///< see LinearOptions or GraphOptions
  double lambda_u = 0;   ///< see LinearOptions
  double gamma = 0;      ///< see GraphOptions
  Index neighbors = 0;   ///< see NeighborOptions
  double width = 0;      ///< see KernelSpec
  bool untuned = false;  ///< it is TuneOptions::untuned, with its own options
  double accuracy = 0;   ///< in [0, 1]
  double standard_error = 0;  ///< standard error of the accuracy
};

/// The result of tuning.
struct TuneResult {
  /// Sorted by rising neighbors, then falling width, falling lambda, rising
  /// gamma and rising lambda_u; the untuned point is the last.
  std::vector<TunePoint> points;
  std::size_t best = 0;    ///< point with the largest accuracy
  std::size_t chosen = 0;  ///< point chosen by TuneOptions::choice
  std::string method;      ///< method that was tuned
  std::string untuned;     ///< TuneOptions::untuned
  Choice choice = Choice::OneStandardError;  ///< rule by which it was chosen
  std::uint64_t seed = 1;                    ///< seed of the folds
  int folds = 0;                             ///< folds of each repeat
  int repeats = 0;                           ///< repeats done
  TrainOptions options;  ///< those of the chosen point, with its graph
  TrainResult refitted;  ///< trained with them on all rows
  Index products = 0;    ///< linear: products with the data
  double seconds = 0;    ///< seconds of the cross-validation
};

/// Cross-validates every point of the grids, then trains with the one chosen. A
/// row that is held out counts as unlabeled. If it is interrupted, it chooses
/// among the points measured (the first if there are none), and refits as train
/// does when interrupted; while neighbors are searched for, it throws
/// Interrupted. Throws as Trainer and stratified_folds do,
/// std::invalid_argument for a grid that the method does not have, DataError
/// for multi-label data.
[[nodiscard]] TuneResult tune(const Dataset& data, const TuneOptions& options,
                              const Progress& progress = {});

/// The point that `choice` takes; `best` is set to the one with the largest
/// mean. Points not measured are skipped. Throws std::invalid_argument if none
/// is.
[[nodiscard]] std::size_t choose_point(const std::vector<TunePoint>& points,
                                       Choice choice, std::size_t& best);

}  // namespace semilin
