// Progress that is heard from inside a long solve, too.
#ifndef SEMILIN_SRC_LINEAR_PULSE_H_
#define SEMILIN_SRC_LINEAR_PULSE_H_

#include <string_view>

#include "semilin/base/progress.h"

#include "base/stopwatch.h"

namespace semilin {

/// Passes records on, and repeats the last one while no other comes. Borrows
/// the function; what it hands out borrows the pulse.
class Pulse {
 public:
  /// `stage`: of the record that is repeated before there is one.
  Pulse(const Progress& progress, std::string_view stage)
      : progress_(progress), last_{.stage = stage} {}
  Pulse(const Pulse&) = delete;
  Pulse& operator=(const Pulse&) = delete;

  [[nodiscard]] Progress progress() {
    if (!progress_) return {};
    return [this](const ProgressRecord& record) { return tell(record); };
  }
  /// Whether it was said no to.
  [[nodiscard]] bool ended() const { return ended_; }
  /// For what asks often.
  [[nodiscard]] GoOn go_on() {
    if (!progress_) return {};
    return [this] {
      const double since = watch_.seconds() - told_;
      if (since < kSeconds) return true;
      ProgressRecord repeated = last_;
      repeated.seconds += since;
      return tell(repeated);
    };
  }

 private:
  static constexpr double kSeconds = 0.25;  // between two repetitions

  bool tell(const ProgressRecord& record) {
    last_ = record;
    told_ = watch_.seconds();
    ended_ = !progress_(record);
    return !ended_;
  }

  const Progress& progress_;
  ProgressRecord last_;
  Stopwatch watch_;
  double told_ = 0;
  bool ended_ = false;
};

}  // namespace semilin

#endif  // SEMILIN_SRC_LINEAR_PULSE_H_
