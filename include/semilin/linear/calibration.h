// Outputs as probabilities of the classes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "semilin/linear/model.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// Fits p(k | o) = (1 - e) exp(a o_k + b_k) / sum_m exp(a o_m + b_m) + e / K to
/// outputs of rows of known class: temperature scaling with a shift per class
/// (Alexandari, Kundaje, Shrikumar, ICML 2020); for two classes, whose outputs
/// are 0 and o, this is Platt's sigmoid of a o + b (Platt 1999). e is the share
/// of rows on which outputs give no evidence, however large they are (the lapse
/// rate of Wichmann, Hill, Perception & Psychophysics 63, 2001). The outputs
/// must come from models that did not know the rows' classes.
///
/// Minimizes sum_i w_i KL(target_i, p_i), for e = 0, where it is convex, by
/// Newton's method with halved steps, for e > 0 by expectation and maximization
/// from there; the latter is taken if it gains more than (log n) / 2 in the log
/// likelihood of the n rows (BIC, Schwarz 1978). The target of a row is (n + 1)
/// / (n + 2) for its class and the rest in equal parts for the others (Platt's
/// prior, with all rows), which keeps a and b finite. a >= 0: outputs that
/// contradict the truth get a = 0, and probabilities that are the class sizes.
///
/// If there are more than two classes, one without a label takes no part in the
/// fit and gets the mean shift of the others.
///
/// outputs: rows x K, K = 1 for two classes; weights: one per row, or empty.
[[nodiscard]] Calibration fit_calibration(std::span<const double> outputs,
                                          std::span<const std::int32_t> labels,
                                          std::span<const double> weights,
                                          int classes);

/// rows x classes, computed from the rows of `scores`; each row sums to 1 (in a
/// multi-label model each number is a probability by itself). Those of a row
/// without a feature are the sizes of the classes (Calibration::empty_outputs).
/// Throws std::invalid_argument if the model has no calibration.
[[nodiscard]] std::vector<double> probabilities(const ModelHead& model,
                                                std::span<const double> scores);

/// The same, except that no class of a row is more probable than the one that
/// predict chooses: that class and those above it get their mean, which gives
/// the nearest probabilities with this property. Where all slopes are 0,
/// because outputs gave no evidence, they remain the class sizes.
[[nodiscard]] std::vector<double> label_probabilities(
    const ModelHead& model, std::span<const double> scores);

/// The reliability of probabilities, over rows of known class.
struct Reliability {
  double log_loss = 0;  ///< mean of -log p(true class), p at least 1e-15
  double brier = 0;     ///< mean of sum_k (p_k - [k is true])^2
  /// Expected calibration error: over ten equal bins of the largest
  /// probability, the mean distance of accuracy and mean probability.
  double ece = 0;
};

/// `truth` holds classes, or kUnlabeled (not counted). NaN without rows.
[[nodiscard]] Reliability reliability(std::span<const double> probabilities,
                                      std::span<const std::int32_t> truth,
                                      int classes);

}  // namespace semilin
