// The integer types of the library.
#pragma once

#include <cstdint>

namespace semilin {

/// Positions, sizes and counts of non-zeros.
using Index = std::int64_t;

}  // namespace semilin
