// What travels with a model inside its archive, e.g. the text pipeline.
#ifndef SEMILIN_SRC_LINEAR_ATTACHMENTS_H_
#define SEMILIN_SRC_LINEAR_ATTACHMENTS_H_

#include <nlohmann/json.hpp>

#include "semilin/base/archive.h"

namespace semilin {

/// Adds {"attachments": {"kind", "header"}} to the model's header, and the
/// arrays as attachments/NAME to `out`. Does nothing if there are none.
void put_attachments(const Archive& attachments, nlohmann::json& header,
                     Archive& out);

/// The same, read back.
[[nodiscard]] Archive get_attachments(const nlohmann::json& header,
                                      const Archive& archive);

}  // namespace semilin

#endif  // SEMILIN_SRC_LINEAR_ATTACHMENTS_H_
