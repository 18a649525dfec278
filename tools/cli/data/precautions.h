// Warnings of a training that is too large.
#pragma once

#include <string>

#include "semilin/learn/train.h"

namespace semilin::cli {

/// Called before a training by options.method: prints about how much memory it
/// takes besides its data, if that is a gigabyte or more, unless `quiet`.
/// Throws DataError, which calls the data `file`, if this machine has less.
void require_memory(const Dataset& data, const TrainOptions& options,
                    const std::string& file, bool quiet);

}  // namespace semilin::cli
