#include "base/parallel.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <thread>

#include <omp.h>
#include <unistd.h>

#include "semilin/base/error.h"

namespace semilin {
namespace {

// The tasks that a thread begins with, on a cache line of their own.
struct alignas(64) Queue {
  std::atomic<Index> next;
  Index end;
};

constexpr int kMaxQueues = 64;

// A loop waits for its last thread, which is long where processors are few.
constexpr int kThreadsAnywhere = 8;

// Whether this is the process that first used threads. A forked one has none of
// its parent's, for which OpenMP would wait forever.
bool owns_threads() {
  static const pid_t first = getpid();
  return getpid() == first;
}

}  // namespace

// The caller and OMP_NUM_THREADS may ask for more than helps, and for more than
// can be made.
int usable_threads(int threads) {
  return std::clamp(threads <= 0 ? omp_get_max_threads() : threads, 1,
                    std::max(omp_get_num_procs(), kThreadsAnywhere));
}

void parallel_for(Index tasks, int threads,
                  const std::function<void(Index)>& task) {
  threads = static_cast<int>(std::min<Index>(usable_threads(threads), tasks));
  if (threads <= 1 || !owns_threads()) {
    for (Index i = 0; i < tasks; ++i)
      task(i);
    return;
  }
  // Each thread begins with its own share, the same in every loop of as many
  // tasks, whose data its cache may still hold, and then helps the others.
  std::array<Queue, kMaxQueues> queues;
  const int count = std::min(threads, kMaxQueues);
  for (int q = 0; q < count; ++q) {
    queues[q].next = tasks * q / count;
    queues[q].end = tasks * (q + 1) / count;
  }
  std::exception_ptr failure;
#pragma omp parallel num_threads(threads)
  for (int q = 0; q < count; ++q) {
    Queue& queue = queues[(omp_get_thread_num() + q) % count];
    Index i = queue.next++;
    for (; i < queue.end; i = queue.next++) {
      try {
        task(i);
      } catch (...) {
#pragma omp critical(semilin_parallel_for)
        if (!failure) failure = std::current_exception();
      }
    }
  }
  if (failure) std::rethrow_exception(failure);
}

bool for_ranges(Index count, Index size, int threads,
                const std::function<void(Index, Index)>& run,
                const std::function<bool(double)>& go_on) {
  const Index tasks = (count + size - 1) / size;
  std::atomic<bool> ended = false;
  std::atomic<Index> done = 0;
  const std::thread::id caller = std::this_thread::get_id();
  parallel_for(tasks, threads, [&](Index task) {
    if (ended) return;
    run(task * size, std::min((task + 1) * size, count));
    const double part =
        static_cast<double>(++done) / static_cast<double>(tasks);
    if (go_on && std::this_thread::get_id() == caller && !go_on(part))
      ended = true;
  });
  return !ended;
}

std::vector<Index> equal_ranges(std::span<const Index> cumulative,
                                Index parts) {
  require(!cumulative.empty() && parts > 0,
          "equal_ranges: needs a bound and at least one part");
  const Index total = cumulative.back() - cumulative.front();
  std::vector<Index> bounds(static_cast<std::size_t>(parts) + 1);
  for (Index part = 0; part <= parts; ++part) {
    // total * part / parts, without overflow of the product
    const Index target = cumulative.front() + total / parts * part +
                         total % parts * part / parts;
    bounds[part] =
        std::lower_bound(cumulative.begin(), cumulative.end() - 1, target) -
        cumulative.begin();
  }
  bounds.front() = 0;
  bounds.back() = static_cast<Index>(cumulative.size()) - 1;
  return bounds;
}

}  // namespace semilin
