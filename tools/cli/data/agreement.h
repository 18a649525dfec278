// Labels of several annotators, and how well they agree.
#pragma once

#include <string>
#include <vector>

#include "semilin/advanced/corpus/evidence.h"

#include "cli/command/console.h"

namespace semilin::cli {

/// {"annotators": [{"name", "labels"}, ...], "documents": how many have labels
/// of two annotators or more, "agree": the share of these on which all agree,
/// "alpha": Krippendorff's for nominal data (Hayes, Krippendorff, Communication
/// Methods and Measures 1, 2007), null where all labels are the same,
/// "disputed": at most 20 of {"id", "labels": [[name, label], ...]}}. "none of
/// these" is a label here, "unsure" is not. Null if there are no two
/// annotators.
[[nodiscard]] Json agreement_json(const std::vector<TableLabel>& opinions);

/// The same as a sentence; empty for null.
[[nodiscard]] std::string agreement_text(const Json& json);

}  // namespace semilin::cli
