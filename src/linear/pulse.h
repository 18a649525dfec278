// Progress that is heard from inside a long solve, too.
#ifndef SEMILIN_SRC_LINEAR_PULSE_H_
#define SEMILIN_SRC_LINEAR_PULSE_H_

#include <algorithm>
#include <string_view>

#include "semilin/base/progress.h"

#include "base/stopwatch.h"

namespace semilin {

/// Passes records on, and repeats the last one while no other comes: with the
/// seconds that have passed since, which are taken off what was left. A record
/// that comes is believed, though it may say less than was told before it.
/// Borrows the function; what it hands out borrows the pulse.
class Pulse {
 public:
  /// `stage`: of the record that is repeated before there is one.
  explicit Pulse(const Progress& progress, std::string_view stage = {})
      : progress_(progress), last_{.stage = stage} {}
  Pulse(const Pulse&) = delete;
  Pulse& operator=(const Pulse&) = delete;

  [[nodiscard]] Progress progress() {
    if (!progress_) return {};
    return [this](const ProgressRecord& record) { return hear(record); };
  }
  /// Whether it was said no to.
  [[nodiscard]] bool ended() const { return ended_; }
  /// For what asks often.
  [[nodiscard]] GoOn go_on() {
    if (!progress_) return {};
    return [this] {
      if (watch_.seconds() < told_ + kSeconds) return true;
      return tell(repeated(watch_.seconds() - heard_));
    };
  }

 private:
  static constexpr double kSeconds = 0.25;  // between two repetitions
  static constexpr double kKept = 0.1;  // of the time left, while none comes

  bool hear(const ProgressRecord& record) {
    last_ = record;
    heard_ = watch_.seconds();
    return tell(record);
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

  bool tell(const ProgressRecord& record) {
    told_ = watch_.seconds();
    ended_ = !progress_(record);
    return !ended_;
  }

  const Progress& progress_;
  ProgressRecord last_;
  Stopwatch watch_;
  double heard_ = 0, told_ = 0;  // when the last record came, and went
  bool ended_ = false;
};

}  // namespace semilin

#endif  // SEMILIN_SRC_LINEAR_PULSE_H_
