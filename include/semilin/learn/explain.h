// Why a linear model says what it says of a row.
#ifndef SEMILIN_LEARN_EXPLAIN_H_
#define SEMILIN_LEARN_EXPLAIN_H_

#include <cstdint>
#include <vector>

#include "semilin/linear/model.h"
#include "semilin/matrix/csr.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// What one feature adds to a score.
struct Contribution {
  Index feature = 0;   ///< column of the rows, from 0
  double value = 0;    ///< x_j
  double weight = 0;   ///< w_jk
  double product = 0;  ///< x_j w_jk
};

/// score = constant + the sum of the products.
struct Explanation {
  double score = 0;     ///< output of the class
  double constant = 0;  ///< what the bias and the threshold add
  /// The features that the model knows, the largest |product| first; among
  /// equals the first column.
  std::vector<Contribution> features;
};

/// The score of class k for the only row of `row`. Of two classes, which share
/// an output, the first has the negative of the second's score and weights: a
/// product above 0 speaks for class k. Throws std::invalid_argument for a model
/// that is not valid, a k that is no class, or not one row.
[[nodiscard]] Explanation explain(const LinearModel& model, const CsrStore& row,
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

}  // namespace semilin

#endif  // SEMILIN_LEARN_EXPLAIN_H_
