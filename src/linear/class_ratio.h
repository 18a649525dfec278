// Class sizes of the unlabelled rows, estimated from both kinds of rows.
#ifndef SEMILIN_SRC_LINEAR_CLASS_RATIO_H_
#define SEMILIN_SRC_LINEAR_CLASS_RATIO_H_

#include <span>
#include <vector>

#include "linear/machine.h"

namespace semilin {

/// What a classifier did: on rows of known class, held out, and on the others.
struct SizeEvidence {
  /// classes x classes: [true * classes + predicted], counts.
  std::vector<double> confusion;
  /// Per class: share of the unlabelled rows predicted as it.
  std::vector<double> predicted;
};

/// Sizes r that explain the predictions q: q_k ~ sum_j r_j C_jk, with C_jk =
/// P(predicted k | class j) from the confusion counts, one row of prior added
/// to each class (half its own class, half q). r is the maximum a posteriori by
/// EM: l rows of evidence, a Dirichlet prior of l rows spread as q (what the
/// model predicts is not far off) and one row a class. Label shift: Saerens,
/// Latinne, Decaestecker 2002; Lipton, Wang, Smola 2018. It does not matter how
/// the labelled rows were drawn from their classes.
[[nodiscard]] std::vector<double> sizes_from_evidence(
    const SizeEvidence& evidence);

/// Evidence from regularised least squares on the labelled rows (SK06's RLS
/// with the lambda in force): leave-one-out predictions in closed form,
///
///   y_i - o_i^(-i) = a_i / (G^-1)_ii,  G = X_l X_l' + lambda l C^-1, G a = y,
///
/// and its predictions on the unlabelled rows. Needs l x l numbers.
[[nodiscard]] SizeEvidence leave_one_out_evidence(const Machine& machine);

/// The sizes that `machine`'s supervised model predicts, one row added to each
/// class: what is left when there are too many labelled rows for the above.
[[nodiscard]] std::vector<double> predicted_sizes(const Machine& machine);

/// The estimate used by RatioSource::Estimate.
[[nodiscard]] std::vector<double> estimate_class_ratio(const Machine& machine);

}  // namespace semilin

#endif  // SEMILIN_SRC_LINEAR_CLASS_RATIO_H_
