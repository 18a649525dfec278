// A search in several steps, each of which can be ended.
#pragma once

#include <functional>

#include "semilin/base/index.h"
#include "semilin/base/progress.h"

#include "base/parallel.h"
#include "graph/candidates.h"

namespace semilin {

class Steps {
 public:
  /// The part of the rest of a search that a step of its preparations takes.
  static constexpr double kPreparing = 0.02;

  /// Keeps the problem.
  explicit Steps(const CandidateProblem& problem) : problem_(problem) {}

  /// run(begin, end) for 0, ..., count - 1, `size` at a time. `part`: the share
  /// of the remaining work that this step is. Throws Interrupted if the search
  /// is to end.
  void operator()(double part, Index count, Index size,
                  const std::function<void(Index, Index)>& run) {
    const double left = part * (1 - done_);
    const auto go_on = [&](double share) {
      return !problem_.go_on || problem_.go_on(done_ + left * share);
    };
    if (!for_ranges(count, size, problem_.threads, run, go_on))
      throw Interrupted();
    done_ += left;
  }

 private:
  const CandidateProblem& problem_;
  double done_ = 0;
};

}  // namespace semilin
