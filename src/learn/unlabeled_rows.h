// The rows without a label that count, or a sample of them.
#pragma once

#include <vector>

#include "semilin/advanced/base/random.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// The most unlabeled rows in a training for an opinion: the user waits for an
/// answer, and more rows change few opinions.
inline constexpr Index kUnlabeledSeen = 20000;

/// The rows without a feature, ascending.
[[nodiscard]] std::vector<Index> empty_rows(const CsrStore& rows);

/// The data, in which rows without a feature have cost 0: nothing tells their
/// classes, so that they are no evidence of class sizes or of accuracy. A
/// labeled one would teach each output its constant alone, and if labels are
/// few, draw every row to its class that resembles no other. A class without
/// other examples keeps them.
[[nodiscard]] Dataset without_empty_rows(Dataset data);

/// The unlabeled rows with a cost > 0, ascending.
[[nodiscard]] std::vector<Index> unlabeled_rows(const Dataset& data);

/// If all ranks have more than `most`, this rank's of this number of them drawn
/// by chance; ascending.
[[nodiscard]] std::vector<Index> unlabeled_sample(const Dataset& data,
                                                  Index most, Random& random);

/// These and all rows with a label; ascending.
[[nodiscard]] std::vector<Index> labeled_and_sample(const Dataset& data,
                                                    Index most, Random& random);

}  // namespace semilin
