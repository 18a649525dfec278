// Words about what a training run came to, and what to try next.
#ifndef SEMILIN_TOOLS_CLI_ADVICE_H_
#define SEMILIN_TOOLS_CLI_ADVICE_H_

#include <string>

#include "semilin/linear/summary.h"

namespace semilin::cli {

/// A sentence or two: whether the unlabelled rows seem to have helped, and what
/// to do. Empty if no semi-supervised method ran.
[[nodiscard]] std::string advice(const RunSummary& summary);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_ADVICE_H_
