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

/// The same for multi-label data: for each label the fraction of the rows that
/// have it, in (0, 1); they need not sum to 1. Throws UsageError.
[[nodiscard]] std::vector<double> given_fractions(
    const std::string& text, const std::vector<std::string>& labels);

/// "balanced" or "name=w,..." (1 for the others); empty: empty. Throws
/// UsageError.
[[nodiscard]] std::vector<double> class_weights(const std::string& text,
                                                const Dataset& data);

/// The same for multi-label data: the weights of the rows that have a label, in
/// that label's problem; balanced: the costs of the rows without it over those
/// with it.
[[nodiscard]] std::vector<double> label_weights(const std::string& text,
                                                const Dataset& data);

/// The summed costs of the labelled rows, times their classes' weights.
[[nodiscard]] double weighted_costs(const Dataset& data,
                                    const std::vector<double>& weights);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_CLASS_VALUES_H_
