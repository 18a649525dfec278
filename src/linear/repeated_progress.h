// Progress that is reported from inside a long solve as well.
#pragma once

#include <algorithm>
#include <string_view>

#include "semilin/base/progress.h"

#include "base/stopwatch.h"

namespace semilin {

/// Passes records on, and repeats the last one while no other comes: with the
/// seconds that have passed since, which are taken off what was left. A new
/// record counts, even if it reports less than was repeated before it.
/// Borrows the function; what it hands out borrows this object.
class RepeatedProgress {
 public:
  /// `stage`: of the record that is repeated before there is one.
  explicit RepeatedProgress(const Progress& progress,
                            std::string_view stage = {})
      : progress_(progress), last_{.stage = stage} {}
  RepeatedProgress(const RepeatedProgress&) = delete;
  RepeatedProgress& operator=(const RepeatedProgress&) = delete;

  [[nodiscard]] Progress progress() {
    if (!progress_) return {};
    return [this](const ProgressRecord& record) { return receive(record); };
  }
  /// Whether the function returned false; it is not asked again.
  [[nodiscard]] bool ended() const { return ended_; }
  /// A question for what asks often.
  [[nodiscard]] GoOn go_on() {
    if (!progress_) return {};
    return [this] {
      if (!ended_ && watch_.seconds() < reported_ + kSeconds) return true;
      return report(repeated(watch_.seconds() - received_));
    };
  }

 private:
  static constexpr double kSeconds = 0.25;  // between two repetitions
  static constexpr double kKept = 0.1;      // share of the time left to keep

  bool receive(const ProgressRecord& record) {
    last_ = record;
    received_ = watch_.seconds();
    return report(record);
  }

  [[nodiscard]] ProgressRecord repeated(double passed) const {
    ProgressRecord record = last_;
    record.seconds += passed;
    if (last_.fraction_done == 0) return record;
    const double left = last_.seconds_left();
    record.fraction_done =
        record.seconds /
        (record.seconds + std::max(left - passed, kKept * left));
    return record;
  }

  bool report(const ProgressRecord& record) {
    reported_ = watch_.seconds();
    ended_ = ended_ || !progress_(record);
    return !ended_;
  }

  const Progress& progress_;
  ProgressRecord last_;
  Stopwatch watch_;
  double received_ = 0, reported_ = 0;  // when the last record came, and went
  bool ended_ = false;
};

}  // namespace semilin
