// Words about what a training run came to, and what to try next.
#ifndef SEMILIN_TOOLS_CLI_ADVICE_H_
#define SEMILIN_TOOLS_CLI_ADVICE_H_

#include <optional>
#include <string>

#include "semilin/learn/expected_accuracy.h"
#include "semilin/linear/summary.h"

namespace semilin::cli {

/// A sentence or two: whether the unlabelled rows seem to have helped, and what
/// to do. Cross-validation, or else the expected accuracy, decides where it was
/// asked for. Empty if no semi-supervised method ran.
[[nodiscard]] std::string advice(
    const RunSummary& summary,
    const std::optional<ExpectedAccuracy>& expected = {});

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_ADVICE_H_
