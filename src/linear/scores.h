// The scores of a model for rows.
#ifndef SEMILIN_SRC_LINEAR_SCORES_H_
#define SEMILIN_SRC_LINEAR_SCORES_H_

#include "semilin/linear/model.h"

namespace semilin {

/// The rows in the model's own columns (feature_numbers).
[[nodiscard]] CsrStore in_features_of(const ModelHead& head,
                                      const CsrStore& rows);

}  // namespace semilin

#endif  // SEMILIN_SRC_LINEAR_SCORES_H_
