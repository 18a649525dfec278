// Predictions that are sure enough to be used; people decide the others.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "semilin/base/option.h"
#include "semilin/linear/model.h"

namespace semilin {

/// How sure a prediction must be; neither: all are decided.
struct DecideOptions {
  std::optional<double> least_probability = {};  ///< of a decided label
  /// The share of decided rows that are to be right. The least probability is
  /// then the smallest one for which Wilson's lower 90 % bound of the accuracy
  /// on labels held out, of those that are as sure, is not below it.
  std::optional<double> precision = {};

  [[nodiscard]] bool all() const {  ///< Whether all rows are decided.
    return !least_probability && !precision;
  }
};

/// visit(name, field, bound, help) for each option.
template <class Visit>
void describe(DecideOptions& options, Visit&& visit) {
  visit("least-probability", options.least_probability, kFraction,
        "leave rows without a label whose guess is less probable");
  visit("precision", options.precision, kFraction,
        "likewise, by the least probability for which this share of labels "
        "held out is right, with 90 % confidence");
}

/// No probability is as large: the labels held out do not suffice.
inline constexpr double kNoneSure = 2;

/// The least probability of a decided label. Throws DataError if the model has
/// no probabilities of classes, std::invalid_argument for both options.
[[nodiscard]] double least_probability(const ModelHead& model,
                                       const DecideOptions& options);

/// The predictions, and how sure they are.
struct Decided {
  std::vector<std::int32_t> labels;   ///< kUnlabeled: not sure enough
  std::vector<std::int32_t> guesses;  ///< what predict says
  std::vector<double> probability;    ///< of the guesses
  Index count = 0;                    ///< decided rows
  double expected = 0;  ///< sum of their probabilities: as many are right
};

/// Decides rows with these outputs whose guesses have the least probability,
/// unless that is 0 not those without a feature.
[[nodiscard]] Decided decide(const ModelHead& model,
                             std::span<const double> outputs, double least);

}  // namespace semilin
