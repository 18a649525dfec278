// Ranks that are threads of the test.
#pragma once

#include "semilin/base/ranks.h"

#include "support/test.h"

namespace semilin::test {

/// Calls run once per rank, each in a thread of its own, and waits for all.
/// The first exception is thrown again; the others must not wait for its rank.
void run_ranks(int size, const std::function<void(const Ranks&)>& run);

}  // namespace semilin::test
