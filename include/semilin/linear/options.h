// The options of the linear methods: RLS, L2-SVM, transductive SVM,
// deterministic annealing and naive Bayes; binary and multi-class.
#pragma once

#include <optional>
#include <vector>

#include "semilin/base/option.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// The problem, where l and u are the summed costs of labeled and unlabeled
/// rows (their numbers if all costs are 1):
///
///   lambda/2 |w|^2 + 1/(2l) sum_labeled c_i l2(y_i o_i)
///                  + lambda_u/(2u) sum_unlabeled c_j (loss of beliefs)
///
/// The squared-hinge SVM of LIBLINEAR with parameter C has
/// lambda = 1 / (2 C l).
struct LinearOptions {
  /// Must be > 0; empty: default_lambda(data).
  std::optional<double> lambda = {};
  /// In [1e-9, 1e9], or 0, which gives the supervised SVM exactly.
  /// Empty: default_lambda_u(data), u / (l + u).
  std::optional<double> lambda_u = {};
  /// The weight, in units of lambda_u, of the penalty on the class sizes,
  /// KL(sizes of the beliefs, class sizes); infinity is a constraint. Empty:
  /// infinity for sizes that bind hard; otherwise rho starts at 1 and is raised
  /// until KL is at most ClassSizes::drift (docs/methods.md).
  std::optional<double> rho = {};
  /// The temperature at which the annealing begins, in [1e-9, 1e9]. Empty: 2
  /// lambda_u for two classes, lambda_u / 2 for more.
  std::optional<double> temperature = {};
  /// The annealing's early temperatures use one of this many unlabeled rows.
  /// 0: one of 8, or more rows if fewer than 50,000 or 1,000 per class would be
  /// used.
  int early_step = 0;
  /// The most pairs of labels that the TSVM switches between two retrainings
  /// (SK06's S); 0: no limit.
  Index max_switches = 0;
  /// The factor of the costs of each class's labeled rows; empty: 1.
  std::vector<double> class_weights;
  double bias = 1;  ///< value of the constant feature; 0: no bias
  /// If false, the bias is hardly penalized: the constant feature is 32 times
  /// `bias`, which divides the penalty of a given threshold by about a
  /// thousand.
  bool bias_regularized = true;
  /// Whether semi-supervised methods set offsets, so that predicted class sizes
  /// agree with those of the beliefs.
  bool threshold = true;
  /// Stops when |gradient| <= tolerance * |gradient at w = 0|, per output. A
  /// tolerance from 1e-3 to 1e-2 also ends the annealing's temperatures
  /// earlier; with label sets, annealing takes 3e-3 in place of the default.
  double tolerance = 1e-5;
  int max_iterations = 200;  ///< Newton steps of one convex solve
  int threads = 0;           ///< 0: all available; never changes the result
};

/// min(1e-3, 1 / (2 n)) times the mean |x|^2 of the rows that are not empty, to
/// three digits, with n = (sum c_i)^2 / sum c_i^2 over the costs of the
/// labeled rows times their classes' weights, the number of rows if all are
/// equal: 1e-3 for few labels and rows of unit length, and from 500 labels on
/// LIBLINEAR's C = 1. It makes the problem independent of the scale of features
/// and costs. A row counts for at most a hundred times the median |x|^2, so
/// that a few long rows decide nothing. If all rows are empty the mean counts
/// as 1.
[[nodiscard]] double default_lambda(
    const Dataset& data, int threads = 0,
    const std::vector<double>& class_weights = {});

/// u / (l + u), so that a labeled and an unlabeled row have about the same
/// weight where there are as many of both; 1 if no row is unlabeled.
[[nodiscard]] double default_lambda_u(const Dataset& data);

/// The summed costs of the labeled rows, multiplied by their classes' weights,
/// if there are any.
[[nodiscard]] double summed_costs(const Dataset& data,
                                  const std::vector<double>& weights = {});

/// Weights with which each class counts as much as any other, while the summed
/// costs do not change. Multi-label data have a weight per label: the costs of
/// the labeled rows without it divided by the costs of those with it.
[[nodiscard]] std::vector<double> balanced_weights(const Dataset& data);

/// lambda = 1 / (2 C l) for LIBLINEAR's C; `labeled` is l.
[[nodiscard]] double lambda_from_c(double c, double labeled);
/// C = 1 / (2 lambda l).
[[nodiscard]] double c_from_lambda(double lambda, double labeled);

/// Names every option that is a number or a truth value; see base/option.h.
template <MaybeConst<LinearOptions> Options, class Visit>
void describe(Options& options, Visit&& visit) {
  visit("lambda", options.lambda, kPositive,
        "weight of the penalty lambda/2 |w|^2 (default: 0.001 times the rows' "
        "mean |x|^2, which is 1 for text; from 500 labels l on down to 1 / (2 "
        "l) of it, which is LIBLINEAR's C = 1, if labels held out allow it)");
  visit("lambda-u", options.lambda_u, kNotNegative,
        "weight of the unlabeled rows' loss; 0: the supervised SVM exactly "
        "(default: the unlabeled rows' share of all)");
  visit("rho", options.rho, kModerateOrInfinite,
        "how hard the class sizes bind in the annealing, in units of lambda-u; "
        "inf: they are a constraint (default: a constraint for sizes given or "
        "equal; others bind more softly the fewer labels there are)");
  visit("temperature", options.temperature, kModerate,
        "first temperature of the annealing (default: 2 lambda-u for two "
        "classes, lambda-u / 2 for more)");
  visit("early-step", options.early_step, kNotNegative,
        "the annealing's early temperatures use one of N unlabeled rows; 0: "
        "one of 8, or more if fewer than 50,000 rows or 1,000 per class would "
        "be used");
  visit("max-switches", options.max_switches, kNotNegative,
        "most pairs of labels that the TSVM switches between two retrainings; "
        "0: no limit");
  visit("bias", options.bias, kNotHuge,
        "value of the constant feature; 0: none");
  visit("bias-regularized", options.bias_regularized, kYesOrNo,
        "penalize the bias like any other weight; no: a thousandth as much");
  visit("threshold", options.threshold, kYesOrNo,
        "set thresholds from the class sizes (semi-supervised methods)");
  visit("tolerance", options.tolerance, kPositive,
        "stop when |gradient| <= tolerance * |gradient at 0|");
  visit("max-iterations", options.max_iterations, kPositive,
        "Newton steps of one convex solve");
  visit("threads", options.threads, kThreads,
        "number of threads; never changes the result; 0: all");
}

}  // namespace semilin
