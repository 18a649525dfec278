// What a model says of rows.
#pragma once

#include "semilin/linear/model.h"

namespace semilin {

/// The rows in the model's own columns (feature_numbers).
[[nodiscard]] CsrStore in_features_of(const ModelHead& head,
                                      const CsrStore& rows);

}  // namespace semilin
