// The checks of data and options before training, and the weight of a row.
#pragma once

#include "semilin/linear/options.h"

namespace semilin {

/// Throws what Trainer throws for data and options that it cannot use.
void require_trainable(const Dataset& data, const LinearOptions& options);

/// The row's cost times its class's weight, not normalized.
[[nodiscard]] double row_cost(const Dataset& data, const LinearOptions& options,
                              Index row);

/// options.lambda, or the default.
[[nodiscard]] double lambda_in_force(const Dataset& data,
                                     const LinearOptions& options);

/// Value of the constant feature in training: options.bias, or 32 times that if
/// it is not to be penalized.
[[nodiscard]] double bias_value(const LinearOptions& options);

}  // namespace semilin
