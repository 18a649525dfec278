// Multinomial naive Bayes with EM (Nigam, McCallum, Thrun, Mitchell 2000).
#ifndef SEMILIN_SRC_LINEAR_NAIVE_BAYES_H_
#define SEMILIN_SRC_LINEAR_NAIVE_BAYES_H_

#include "semilin/base/progress.h"
#include "semilin/linear/train.h"

#include "linear/class_sizes.h"
#include "linear/output_batch.h"

namespace semilin {

/// A row is drawn from its class k with weight prod_j theta_jk^x_j, its values
/// taken for counts, and classes have the sizes r. Maximises
///
///   L(theta) = sum_labelled c_i log r_y P(x_i | y_i)
///            + lambda_u sum_unlabelled c_j log sum_k r_k P(x_j | k)
///            + alpha sum_jk log theta_jk,      log P(x | k) = x . log theta_k
///
/// by EM from the labelled rows alone, until a step adds less than a
/// hundred-thousandth of L:
///
///   E:  p_jk ~ r_k P(x_j | k), a labelled row's its label;
///   M:  theta_jk = (alpha + sum_i c_i p_ik x_ij) / (sum over all terms).
///
/// Leaves the posteriors in `batch` as beliefs and log theta as its weights,
/// and returns log r as offsets, one per output. Throws DataError for a
/// negative value.
std::vector<double> train_naive_bayes(OutputBatch& batch, const Dataset& data,
                                      const LinearOptions& options,
                                      const ClassSizes& wanted,
                                      const Progress& progress);

}  // namespace semilin

#endif  // SEMILIN_SRC_LINEAR_NAIVE_BAYES_H_
