// Numbers a class, as --ratio and --class-weight spell them.
#ifndef SEMILIN_TOOLS_CLI_CLASS_VALUES_H_
#define SEMILIN_TOOLS_CLI_CLASS_VALUES_H_

#include <string>
#include <vector>

#include "semilin/matrix/dataset.h"

namespace semilin::cli {

/// "P,..." in the order of the classes, or "name=P,...": fractions that sum to
/// 1. For two classes "P" is the fraction of the second. Throws UsageError.
[[nodiscard]] std::vector<double> given_ratio(
    const std::string& text, const std::vector<std::string>& classes);

/// "balanced" or "name=w,..." (1 for the others); empty: empty. Throws
/// UsageError.
[[nodiscard]] std::vector<double> class_weights(const std::string& text,
                                                const Dataset& data);

/// The summed costs of the labelled rows, times their classes' weights.
[[nodiscard]] double weighted_costs(const Dataset& data,
                                    const std::vector<double>& weights);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_CLASS_VALUES_H_
