// A digest of the labeled rows of a training, by which an evaluation on them is
// recognized.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "semilin/matrix/dataset.h"

namespace semilin {

/// The 1,024 smallest of the hashes (32 bits) of the labeled rows, ascending.
[[nodiscard]] std::vector<std::uint32_t> labeled_digest(const Dataset& data);

/// How many of the labeled rows the training knew with a label, by the
/// "labeled_digest" of the model's info: if it does not hold all, a share of
/// the rows whose hashes are as small.
[[nodiscard]] Index labeled_in_training(const std::string& info,
                                        const Dataset& data);

}  // namespace semilin
