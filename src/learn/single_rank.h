// The check of functions that need all rows in one process.
#ifndef SEMILIN_LEARN_SINGLE_RANK_H_
#define SEMILIN_LEARN_SINGLE_RANK_H_

#include <string>

#include "semilin/base/error.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// Throws std::invalid_argument for data of several ranks.
inline void require_single_rank(const Dataset& data, const std::string& what) {
  require(!data.ranks.many(), what + ": needs a single rank, not several");
}

}  // namespace semilin

#endif  // SEMILIN_LEARN_SINGLE_RANK_H_
