// Why a model says what it says of a row.
#ifndef SEMILIN_LEARN_EXPLAIN_H_
#define SEMILIN_LEARN_EXPLAIN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "semilin/base/progress.h"
#include "semilin/learn/train.h"
#include "semilin/matrix/csr.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// What one feature adds to a score. A model without weights of single features
/// is asked for its score without the feature: what is lost is the product, and
/// the weight is product / x_j.
struct Contribution {
  Index feature = 0;   ///< column of the rows, from 0
  double value = 0;    ///< x_j
  double weight = 0;   ///< w_jk
  double product = 0;  ///< x_j w_jk
};

/// score = constant + the sum of the products.
struct Explanation {
  double score = 0;     ///< output of the class
  double constant = 0;  ///< what bias and threshold, or features together, add
  /// The features that the model knows, the largest |product| first; among
  /// equals the first column.
  std::vector<Contribution> features;
};

/// The score of class k for the only row of `row`. Of two classes, which share
/// an output, the first has the negative of the second's score and weights: a
/// product above 0 speaks for class k. Throws std::invalid_argument for a model
/// that is not valid, a k that is no class, or not one row.
[[nodiscard]] Explanation explain(const Model& model, const CsrStore& row,
                                  std::int32_t k);

/// A row of the data, and how near it is.
struct NearRow {
  Index row = 0;      ///< of the data, from 0
  double cosine = 0;  ///< x'y / (|x| |y|)
};

/// The `count` labelled rows with the largest cosine above 0 to the only row of
/// `row`, nearest first; among equals the first. Reads the data once.
[[nodiscard]] std::vector<NearRow> nearest_labeled(const Dataset& data,
                                                   const CsrStore& row,
                                                   Index count);

/// What one member of a committee says.
struct Opinion {
  std::string method;      ///< "da", "tv-rls", ...
  std::int32_t label = 0;  ///< class of the data
};

/// Unlabelled rows that members learn from for an opinion, not more: tv-rls
/// searches for the neighbours of all of them while somebody waits.
inline constexpr Index kRowsForOpinions = 10000;

/// What the members of a committee say of the only row of `row`, each trained
/// by itself on the labelled rows and on at most kRowsForOpinions others, drawn
/// by a fixed seed: da, nb-em (lap-rls in its place where values are negative)
/// and tv-rls. The method of `options` is not read. Throws as train does, and
/// std::invalid_argument for multi-label data or not one row.
[[nodiscard]] std::vector<Opinion> member_opinions(
    const Dataset& data, const CsrStore& row, TrainOptions options,
    const Progress& progress = {});

}  // namespace semilin

#endif  // SEMILIN_LEARN_EXPLAIN_H_
