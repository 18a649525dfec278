// Numbers per class, as options spell them.
#ifndef SEMILIN_TOOLS_CLI_DATA_CLASS_VALUES_H_
#define SEMILIN_TOOLS_CLI_DATA_CLASS_VALUES_H_

#include <string>
#include <vector>

#include "semilin/linear/class_sizes.h"
#include "semilin/matrix/dataset.h"

namespace semilin::cli {

/// The value of --class-sizes: empty or "estimate", "labels", "equal", or given
/// sizes, "P,..." in the order of the classes or "name=P,...": fractions that
/// sum to 1 (for two classes "P" is the fraction of the second). Multi-label
/// data: for each label the fraction of the rows that have it. Throws
/// UsageError.
[[nodiscard]] ClassSizeOptions class_size_options(const std::string& text,
                                                  const Dataset& data);

/// "balanced" or "name=w,..." (1 for the others); empty: empty. Multi-label
/// data: the weights of the rows that have a label, in that label's problem.
/// Throws UsageError.
[[nodiscard]] std::vector<double> class_weights(const std::string& text,
                                                const Dataset& data);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_DATA_CLASS_VALUES_H_
