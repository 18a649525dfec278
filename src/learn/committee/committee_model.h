// The model that is made from the votes of a committee.
#pragma once

#include <vector>

#include "semilin/graph/neighbors.h"
#include "semilin/kernel/model.h"

#include "linear/output_batch.h"

namespace semilin {

/// Trains on all rows from the batch's iterate, with the vote's shares
/// (unlabeled rows x classes) as beliefs of the unlabeled rows; this is
/// wanted even of a run that was ended.
void train_on_shares(OutputBatch& batch, const std::vector<double>& shares,
                     double tolerance);

/// Shares of the vote: unlabeled rows x classes. A new row asks its neighbors
/// for their shares.
[[nodiscard]] KernelModel neighbors_model(const OutputBatch& batch,
                                          const NeighborOptions& neighbors,
                                          const std::vector<double>& shares);

}  // namespace semilin
