// The evidence of labeled rows that were held out about the class sizes of the
// unlabeled rows.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "semilin/linear/class_sizes.h"

#include "learn/class_sizes/least_squares.h"
#include "linear/output_batch.h"

namespace semilin {

/// The predictions of a classifier for held-out labeled rows and for the
/// others.
struct SizeEvidence {
  /// classes x classes: [true * classes + predicted], counts.
  std::vector<double> confusion;
  /// Per class: share of the unlabeled rows predicted as it.
  std::vector<double> predicted;
  /// Per class: labeled rows, whether held out or not.
  std::vector<double> labeled;
};

/// Class sizes, and what was found with them.
struct FoundSizes : ClassSizes {
  bool guessed = false;  ///< the estimate: what a method finds may be better
  bool sampled = false;  ///< the labeled rows count as a sample
  /// These sizes are the labels' fractions, since nobody who draws as many
  /// labels of each class gets such numbers: Pearson's X^2 against equal ones
  /// exceeds its mean, K - 1, by two standard deviations. This is the estimate
  /// that does without the fractions, in case somebody chose the rows.
  std::optional<ClassSizes> estimate;
  /// Held-out rows of the evidence, and the accuracy on them that least squares
  /// on the labeled rows has if the classes have these sizes; 0 and 0: none.
  Index held_out_rows = 0;
  double held_out_accuracy = 0;
  /// shifted_sizes(), for a method that asks for them.
  std::vector<double> shifted;

  /// These, or no sizes if they are guessed.
  [[nodiscard]] ClassSizes known() const {
    ClassSizes own = *this;
    if (guessed) own.sizes.clear();
    return own;
  }
};

/// Sizes as sure as `rows` rows of evidence: rho at its start, and drift.
[[nodiscard]] FoundSizes soft_sizes(std::vector<double> sizes, double rows);

/// False if the numbers of labeled rows are too even for chance (Pearson's X^2
/// against equal numbers below 0.1 (K - 1)): they were taken class by class; or
/// if they contradict `sizes`, an estimate made without them (G^2 = 2 l
/// KL(fractions, sizes) >= 8 (K - 1)).
[[nodiscard]] bool look_sampled(std::span<const double> labeled,
                                std::span<const double> sizes);

/// Sizes r that explain the predictions q: q_k ~ sum_j r_j C_jk, with C_jk =
/// P(predicted k | class j) from the confusion counts, one row of prior added
/// to each class (half its own class, half q). r is the maximum a posteriori by
/// EM: l rows of evidence, a Dirichlet prior of 0.3 l rows spread as q (what
/// the model predicts is not far off) and one row per class; the labeled rows
/// themselves are added if they are a sample of all rows. Label shift: Saerens,
/// Latinne, Decaestecker 2002; Lipton, Wang, Smola 2018.
[[nodiscard]] std::vector<double> sizes_from_evidence(
    const SizeEvidence& evidence, bool sampled);

/// Sizes r of the unlabeled rows if these differ from the labeled ones in the
/// sizes of their classes alone (label shift; Saerens, Latinne, Decaestecker
/// 2002; Alexandari, Kundaje, Shrikumar 2020):
///
///   r_k = sum_j v_j q_jk / sum_m q_jm,   q_jk = p_jk r_k / l_k,
///
/// by 100 steps of EM from the labels' fractions l, one row added to each
/// class. v are the rows' weights, p the probabilities that fit_calibration
/// finds with the rows held out. Of labels that were taken class by class these
/// are nearer than sizes_from_evidence where classes are very unequal, and
/// farther where they are equal. Empty if no rows of two classes were held out.
[[nodiscard]] std::vector<double> shifted_sizes(const OutputBatch& batch,
                                                const HeldOutRls& held_out);

/// The estimate from l labeled rows:
///
///   no document is labeled   equal sizes
///   up to kMostHeldOut       sizes_from_evidence of least squares on the
///                            labeled rows, as sure as l rows (2 l if they look
///                            sampled) and K rows of prior
///   more                     the sizes that the supervised model predicts,
///   with
///                            one row added to each class
[[nodiscard]] FoundSizes estimated_sizes(const OutputBatch& batch,
                                         const HeldOutRls& held_out);

/// The sizes that the options name:
///
///   Given, Equal   bind hard, unless options.rows is set
///   Labels         the labeled rows are a sample of l rows; hard if all rows
///                  have a label
///   Estimate       `estimate` of what was held out, unless labels of unequal
///                  numbers tell more (FoundSizes::estimate)
///
/// A rho among the batch's options replaces theirs. `last`: see hold_out().
[[nodiscard]] FoundSizes find_sizes(
    const OutputBatch& batch, const ClassSizeOptions& options,
    const std::function<FoundSizes(const HeldOutRls&)>& estimate,
    GramInverse* last = nullptr);

}  // namespace semilin
