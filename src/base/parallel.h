// Parallel loops whose results do not depend on the number of threads.
//
// A loop is cut into tasks by the data alone; a sum keeps one slot per task and
// adds the slots in order. The number of threads only decides who runs a task.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "semilin/base/index.h"

namespace semilin {

/// The threads that `threads` asks for, or OpenMP's number for 0, which is
/// OMP_NUM_THREADS or else that of the processors that this process may use.
/// Not more than 8 where there are fewer processors: more would only wait.
[[nodiscard]] int usable_threads(int threads);

/// Calls task(0), ..., task(tasks - 1), at most usable_threads(threads) at a
/// time, or one after the other in a process that was forked from one that has
/// used threads. The first exception thrown by a task is thrown again here.
void parallel_for(Index tasks, int threads,
                  const std::function<void(Index)>& task);

/// Calls run(begin, end) for consecutive ranges of `size` numbers of
/// 0..count-1, of which the last may be shorter, like parallel_for, until go_on
/// returns false: if there is one, the calling thread calls it after each of
/// its own ranges with the part of them that is done. Returns false if go_on
/// did.
bool for_ranges(Index count, Index size, int threads,
                const std::function<void(Index, Index)>& run,
                const std::function<bool(double)>& go_on = {});

/// Cuts 0..weight.size()-1 into `parts` consecutive ranges of nearly equal
/// weight; `cumulative` has n + 1 entries, cumulative[i] = weight before i.
/// Returns parts + 1 bounds. A range may be empty.
[[nodiscard]] std::vector<Index> equal_ranges(std::span<const Index> cumulative,
                                              Index parts);

}  // namespace semilin
