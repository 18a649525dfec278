// Multinomial naive Bayes with EM (Nigam, McCallum, Thrun, Mitchell 2000).
#pragma once

#include <optional>
#include <vector>

#include "semilin/base/progress.h"
#include "semilin/linear/class_sizes.h"

#include "linear/output_batch.h"

namespace semilin {

struct NegativeValue {
  Index row = 0;
  double value = 0;
};

/// The first one among the features, in the rows' order; none: they may stand
/// for counts.
[[nodiscard]] std::optional<NegativeValue> first_negative(const Dataset& data);

/// A row is drawn from its class k with weight prod_j theta_jk^x_j, its values
/// taken for counts, and classes have the sizes r. Maximizes
///
///   L(theta) = sum_labeled c_i log r_y P(x_i | y_i)
///            + lambda_u sum_unlabeled c_j log sum_k r_k P(x_j | k)
///            + alpha sum_jk log theta_jk,      log P(x | k) = x . log theta_k
///
/// by EM from the labeled rows alone, of a class that has words from these
/// alone (words first: Settles 2011), until a step changes the posteriors of
/// the unlabeled rows by less than 0.001 on average (by options.tolerance, if
/// that is more, but at most 0.01):
///
///   E:  p_jk ~ r_k P(x_j | k), a labeled row's its label;
///   M:  theta_jk = (alpha + sum_i c_i p_ik x_ij) / (sum over all terms).
///
/// Leaves the posteriors in `batch` as beliefs and log theta as its weights.
/// Throws DataError for a negative value. Of rows with vectors it reads the
/// features alone: the others' weights are 0.
void train_naive_bayes(OutputBatch& batch, const LinearOptions& options,
                       const ClassSizes& wanted, const Progress& progress);

/// log r, the offsets of the outputs; for two classes the log of their ratio.
[[nodiscard]] std::vector<double> log_sizes(const std::vector<double>& sizes);

}  // namespace semilin
