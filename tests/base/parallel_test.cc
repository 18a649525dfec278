#include "base/parallel.h"

#include <atomic>

#include <sys/wait.h>
#include <unistd.h>

#include "support/test.h"

namespace semilin {
namespace {

std::vector<Index> cumulate(const std::vector<Index>& weights) {
  std::vector<Index> sums = {0};
  for (const Index weight : weights)
    sums.push_back(sums.back() + weight);
  return sums;
}

// The rules of equal_ranges: bounds rise from 0 to n, and no range is heavier
// than its share by more than one element.
void check_ranges(const std::vector<Index>& weights, Index parts) {
  const std::vector<Index> sums = cumulate(weights);
  const std::vector<Index> bounds = equal_ranges(sums, parts);
  const Index heaviest =
      weights.empty() ? 0 : *std::max_element(weights.begin(), weights.end());
  REQUIRE(static_cast<Index>(bounds.size()) == parts + 1);
  CHECK(bounds.front() == 0);
  CHECK(bounds.back() == static_cast<Index>(weights.size()));
  for (Index part = 0; part < parts; ++part) {
    REQUIRE(bounds[part] <= bounds[part + 1]);
    const Index weight = sums[bounds[part + 1]] - sums[bounds[part]];
    CHECK(weight <= sums.back() / parts + 1 + heaviest);
  }
}

}  // namespace

TEST_CASE("every task is run once, whatever the number of threads") {
  for (const int threads : {0, 1, 2, 4, 100}) {
    for (const Index tasks : {0, 1, 3, 1000}) {
      std::vector<int> runs(tasks);
      parallel_for(tasks, threads, [&](Index i) { ++runs[i]; });
      CHECK(runs == std::vector<int>(tasks, 1));
    }
  }
}

TEST_CASE("a task's exception reaches the caller") {
  for (const int threads : {1, 2, 4}) {
    const auto act = [&] {
      parallel_for(50, threads, [](Index i) {
        if (i == 17) throw std::runtime_error("seventeen");
      });
    };
    CHECK_THROWS_WITH_AS(act(), "seventeen", std::runtime_error);
  }
}

TEST_CASE("a loop over ranges covers each number once, and ends where told") {
  for (const Index count : {0, 1, 6, 7, 8, 50}) {
    std::vector<int> runs(count);
    CHECK(for_ranges(count, 7, 3, [&](Index begin, Index end) {
      CHECK(begin % 7 == 0);
      CHECK((end == begin + 7 || end == count));
      for (Index i = begin; i < end; ++i)
        ++runs[i];
    }));
    CHECK(std::count(runs.begin(), runs.end(), 1) == count);
  }
  std::vector<double> told;
  const auto half = [&](double part) {
    told.push_back(part);
    return part < 0.5;
  };
  CHECK_FALSE(for_ranges(
      25, 7, 1, [](Index, Index) {}, half));
  CHECK(told == std::vector<double>{0.25, 0.5});
  CHECK(for_ranges(
      50, 1, 4, [](Index, Index) {}, [](double) { return true; }));
}

TEST_CASE("a process that is forked works alone") {
  parallel_for(4, 2, [](Index) {});
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);  // rather than wait forever for its parent's threads
    std::atomic<int> done = 0;
    parallel_for(4, 2, [&](Index) { ++done; });
    _exit(done == 4 ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("equal ranges cover everything in balance") {
  Random random(1);
  check_ranges({}, 1);
  check_ranges({}, 5);
  check_ranges({3}, 4);
  check_ranges({0, 0, 0}, 2);
  check_ranges({0, 0, 9, 0, 0}, 3);
  check_ranges({1, 1, 1, 1}, 4);
  check_ranges({Index{1} << 61, Index{1} << 61, Index{1} << 60}, 1000);
  for (int i = 0; i < 200; ++i) {
    std::vector<Index> weights(random.below(50));
    for (Index& weight : weights)
      weight = random.below(3) == 0 ? 0 : random.below(100);
    check_ranges(weights, 1 + random.below(20));
  }
}

TEST_CASE("equal ranges refuse no parts and no bounds") {
  const std::vector<Index> zero = {0};
  CHECK_THROWS_AS((void)equal_ranges({}, 1), std::invalid_argument);
  CHECK_THROWS_AS((void)equal_ranges(zero, 0), std::invalid_argument);
}

}  // namespace semilin
