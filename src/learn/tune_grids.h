// The default grids of tuning.
#ifndef SEMILIN_SRC_LEARN_TUNE_GRIDS_H_
#define SEMILIN_SRC_LEARN_TUNE_GRIDS_H_

#include "semilin/learn/methods.h"

namespace semilin {

/// The method that is tuned, whose name is filled in. Throws
/// std::invalid_argument for a committee.
const Method& tuned_method(TrainOptions& options, const Dataset& data);

}  // namespace semilin

#endif  // SEMILIN_SRC_LEARN_TUNE_GRIDS_H_
