// Numbers per class, parsed from options.
#pragma once

#include <string>
#include <vector>

#include "semilin/linear/class_sizes.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// The class sizes that RunOptions::class_sizes spells; empty: an estimate.
/// Throws std::invalid_argument.
[[nodiscard]] ClassSizeOptions class_size_options(const std::string& text,
                                                  const Dataset& data);

/// The weights that RunOptions::class_weight spells; empty: none. Multi-label
/// data: the weights of the rows that have a label, in that label's problem.
/// Throws std::invalid_argument.
[[nodiscard]] std::vector<double> class_weights(const std::string& text,
                                                const Dataset& data);

}  // namespace semilin
