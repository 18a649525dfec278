// Counts what operator new is asked for, in programs that link allocations.cc.
#ifndef SEMILIN_TESTS_SUPPORT_ALLOCATIONS_H_
#define SEMILIN_TESTS_SUPPORT_ALLOCATIONS_H_

namespace semilin::test {

/// Calls of operator new so far, by all threads.
[[nodiscard]] long allocations();

}  // namespace semilin::test

#endif  // SEMILIN_TESTS_SUPPORT_ALLOCATIONS_H_
