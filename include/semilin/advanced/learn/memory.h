// How much memory a training takes, and how much there is.
#pragma once

#include <string>

#include "semilin/matrix/dataset.h"

namespace semilin {

/// About the bytes that a training by this method takes besides its data.
[[nodiscard]] double training_bytes(const Dataset& data,
                                    const std::string& method);

/// The bytes of the machine, or as many as this process may take by its limit
/// of addresses and by its control groups.
[[nodiscard]] double available_bytes();

/// Throws DataError for a training that takes more than there are. Trainings
/// and labels_of_votes begin with it.
void require_memory(const Dataset& data, const std::string& method);

}  // namespace semilin
