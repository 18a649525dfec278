// The default grids of tuning.
#pragma once

#include "semilin/learn/methods.h"

namespace semilin {

/// The method that is tuned, whose name is filled in. Throws
/// std::invalid_argument for a committee.
const Method& tuned_method(TrainOptions& options, const Dataset& data);

}  // namespace semilin
