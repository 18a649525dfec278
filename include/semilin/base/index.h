// The integer types of the library.
#ifndef SEMILIN_BASE_INDEX_H_
#define SEMILIN_BASE_INDEX_H_

#include <cstdint>

namespace semilin {

/// Positions, sizes and counts of non-zeros.
using Index = std::int64_t;

}  // namespace semilin

#endif  // SEMILIN_BASE_INDEX_H_
