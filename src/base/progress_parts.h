// The progress of runs that are parts of a longer one.
#pragma once

#include <algorithm>
#include <string_view>

#include "semilin/base/progress.h"

#include "base/stopwatch.h"

namespace semilin {

/// One count for all parts, which never falls. Borrows the function; the
/// callbacks that it returns borrow the object.
class ProgressParts {
 public:
  /// `total`: parts of equal length; `stage`: what all are called, if they are
  /// not to keep their own names.
  ProgressParts(const Progress& progress, double total,
                std::string_view stage = {})
      : progress_(progress), total_(total), stage_(stage) {}

  /// Records of `length` parts that begin when `done` parts are done.
  [[nodiscard]] Progress part(double done, double length = 1) {
    if (!progress_) return {};
    return [this, done, length](ProgressRecord record) {
      if (ended_) return false;
      if (!stage_.empty()) record.stage = stage_;
      record.seconds = watch_.seconds();
      done_ = std::max(done_, done + length * record.fraction_done);
      record.fraction_done = std::min(1.0, done_ / total_);
      ended_ = !progress_(record);
      return !ended_;
    };
  }
  /// Whether the function has returned false, after which it is not called.
  [[nodiscard]] bool ended() const { return ended_; }

 private:
  const Progress& progress_;
  double total_;
  std::string_view stage_;
  Stopwatch watch_;
  double done_ = 0;
  bool ended_ = false;
};

}  // namespace semilin
