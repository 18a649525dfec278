// The progress of runs that are parts of a longer one.
#ifndef SEMILIN_SRC_LEARN_PROGRESS_PARTS_H_
#define SEMILIN_SRC_LEARN_PROGRESS_PARTS_H_

#include "semilin/base/progress.h"

#include "base/stopwatch.h"

namespace semilin {

/// Borrows the function; the callbacks that it returns borrow the object.
class ProgressParts {
 public:
  /// `total`: parts of equal length.
  ProgressParts(const Progress& progress, double total)
      : progress_(progress), total_(total) {}

  /// Records of `length` parts that begin when `done` parts are done.
  [[nodiscard]] Progress part(double done, double length = 1) {
    if (!progress_) return {};
    return [this, done, length](ProgressRecord record) {
      record.stage = "folds";
      record.seconds = watch_.seconds();
      record.fraction_done = (done + length * record.fraction_done) / total_;
      return progress_(record);
    };
  }

 private:
  const Progress& progress_;
  double total_;
  Stopwatch watch_;
};

}  // namespace semilin

#endif  // SEMILIN_SRC_LEARN_PROGRESS_PARTS_H_
