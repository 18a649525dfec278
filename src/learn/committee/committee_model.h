// The model that is made from the votes of a committee.
#ifndef SEMILIN_SRC_LEARN_COMMITTEE_COMMITTEE_MODEL_H_
#define SEMILIN_SRC_LEARN_COMMITTEE_COMMITTEE_MODEL_H_

#include <vector>

#include "semilin/graph/neighbors.h"
#include "semilin/kernel/model.h"

#include "learn/committee/votes.h"
#include "linear/output_batch.h"

namespace semilin {

/// Trained on all rows from the batch's iterate, with the votes as labels of
/// the unlabelled rows; it is wanted even of a run that was ended.
[[nodiscard]] LinearModel linear_model(OutputBatch& batch, const Votes& votes);

/// Shares of the vote: unlabelled rows x classes. A new row asks its neighbours
/// for their shares.
[[nodiscard]] KernelModel neighbors_model(const OutputBatch& batch,
                                          const NeighborOptions& neighbors,
                                          const std::vector<double>& shares);

}  // namespace semilin

#endif  // SEMILIN_SRC_LEARN_COMMITTEE_COMMITTEE_MODEL_H_
