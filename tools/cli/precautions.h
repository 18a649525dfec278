// What is said of a training that is too large, or that learns nothing.
#ifndef SEMILIN_TOOLS_CLI_PRECAUTIONS_H_
#define SEMILIN_TOOLS_CLI_PRECAUTIONS_H_

#include <string>

#include "semilin/learn/train.h"

namespace semilin::cli {

/// Before a training: says about how much memory it takes, beside its data,
/// from a gigabyte on, unless `quiet`. Throws DataError, which calls the data
/// `file`, if this machine has less.
void require_memory(const Dataset& data, const TrainOptions& options,
                    const std::string& file, bool quiet);

/// After it: warns of a model whose outputs hardly differ between labelled
/// rows, and of one that is far from the optimum.
void warn_of_weak_model(const Dataset& data, const TrainResult& result,
                        const TrainOptions& options);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_PRECAUTIONS_H_
