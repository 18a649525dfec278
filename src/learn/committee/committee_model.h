// The model that is made from the posteriors of a committee.
#ifndef SEMILIN_SRC_LEARN_COMMITTEE_COMMITTEE_MODEL_H_
#define SEMILIN_SRC_LEARN_COMMITTEE_COMMITTEE_MODEL_H_

#include <vector>

#include "semilin/graph/neighbors.h"
#include "semilin/kernel/model.h"

#include "linear/output_batch.h"

namespace semilin {

/// Trained on all rows, the posteriors (unlabelled rows x classes) as beliefs,
/// from `start`; it is wanted even of a run that was ended.
[[nodiscard]] LinearModel linear_model(OutputBatch& batch,
                                       const OutputBatch::Snapshot& start,
                                       const std::vector<double>& posterior);

/// A new row asks its neighbours for their posteriors.
[[nodiscard]] KernelModel neighbors_model(const OutputBatch& batch,
                                          const NeighborOptions& neighbors,
                                          const std::vector<double>& posterior);

}  // namespace semilin

#endif  // SEMILIN_SRC_LEARN_COMMITTEE_COMMITTEE_MODEL_H_
