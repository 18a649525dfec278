// Shares of all rows by a sample of them, with intervals.
#pragma once

#include <vector>

#include "semilin/learn/expected_accuracy.h"

namespace semilin {

inline constexpr double kZ = 1.959964;  ///< 95 % of a normal variable
inline constexpr int kFew = 2;          ///< folds
/// Before rows are seen errors fall by this power of the labels, give or take
/// as much.
inline constexpr double kExponent = 0.2;

/// Rows that count, as numbers.
struct Sample {
  std::vector<double> weight, right, confidence;
  double only = 0;  ///< share of the rows that are the only ones of their class
  int folds = 0;    ///< in which they were held out
};

/// The mean of `right` over a pool of this mean confidence, as sure as of fewer
/// independent rows, since the models of folds share labels.
[[nodiscard]] Share regressed(const Sample& sample, double pool);

/// Rows that no model was without are right as often as others, or never.
[[nodiscard]] Share with_only_rows(const Share& share, double only);

/// errors ~ labels^-exponent
struct Curve {
  double exponent = kExponent, error = kExponent;
};

/// Errors of models with many labels and with few, on the same rows. To each
/// one row right and one wrong are added, and one on which they differ. The
/// exponent before and that of the rows are normal. `folds`: how many the many
/// are.
[[nodiscard]] Curve learning_curve(const Sample& many, const Sample& few,
                                   int folds);

}  // namespace semilin
