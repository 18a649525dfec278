// Counts what operator new is asked for, in programs that link allocations.cc.
#pragma once

namespace semilin::test {

/// Calls of operator new so far, by all threads.
[[nodiscard]] long allocations();

}  // namespace semilin::test
