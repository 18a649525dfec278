// Explanations of a row's score and class.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "semilin/base/progress.h"
#include "semilin/learn/train.h"
#include "semilin/matrix/csr.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// The part of a score that one feature adds. For a model without weights of
/// single features, the product is what the score loses without the feature,
/// and the weight is product / x_j.
struct Contribution {
  Index feature = 0;   ///< column of the rows, from 0
  double value = 0;    ///< x_j
  double weight = 0;   ///< w_jk
  double product = 0;  ///< x_j w_jk
};

/// score = constant + the sum of the products.
struct Explanation {
  double score = 0;     ///< output of the class
  double constant = 0;  ///< sum of bias and threshold, or of features
  /// The features that the model knows, those of largest |product| first, and
  /// among equals the first column first.
  std::vector<Contribution> features;
};

/// The score of class k for the only row of `row`. Two classes share an output:
/// the first has the negative of the second's score and weights, so that a
/// product above 0 is evidence for class k. Throws std::invalid_argument for a
/// model that is not valid, a k that is not a class, or if `row` is not one
/// row.
[[nodiscard]] Explanation explain(const Model& model, const CsrStore& row,
                                  std::int32_t k);

/// A row of the data, and its similarity.
struct NearRow {
  Index row = 0;      ///< row of the data, from 0
  double cosine = 0;  ///< x'y / (|x| |y|)
};

/// The `count` labeled rows with the largest cosine above 0 to the only row of
/// `row`, nearest first, and among equals the first row first. Reads the data
/// once.
[[nodiscard]] std::vector<NearRow> nearest_labeled(const Dataset& data,
                                                   const CsrStore& row,
                                                   Index count);

/// The prediction of one member of a committee.
struct Opinion {
  std::string method;      ///< "da", "tv-rls", ...
  std::int32_t label = 0;  ///< class of the data
};

/// The largest number of unlabeled rows from which members learn for an
/// opinion: tv-rls searches for the neighbors of all of them while the user
/// waits.
inline constexpr Index kRowsForOpinions = 10000;

/// The predictions of the members of a committee for the only row of `row`.
/// Each is trained by itself on the labeled rows and on at most
/// kRowsForOpinions others, drawn with a fixed seed: da, nb-em (lap-rls instead
/// where values are negative) and tv-rls. The method of `options` is not read.
/// Throws as train does, and std::invalid_argument for multi-label data or if
/// `row` is not one row.
[[nodiscard]] std::vector<Opinion> member_opinions(
    const Dataset& data, const CsrStore& row, TrainOptions options,
    const Progress& progress = {});

}  // namespace semilin
