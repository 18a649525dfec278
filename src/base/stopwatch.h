// Wall-clock seconds of a run and of its parts.
#ifndef SEMILIN_SRC_BASE_STOPWATCH_H_
#define SEMILIN_SRC_BASE_STOPWATCH_H_

#include <chrono>

namespace semilin {

/// Runs from when it is made.
class Stopwatch {
 public:
  [[nodiscard]] double seconds() const { return since(start_); }
  /// Seconds since the last call, or since the start.
  double lap() {
    const double passed = since(last_);
    last_ = Time::clock::now();
    return passed;
  }

 private:
  using Time = std::chrono::steady_clock::time_point;

  static double since(Time start) {
    return std::chrono::duration<double>(Time::clock::now() - start).count();
  }

  Time start_ = Time::clock::now();
  Time last_ = start_;
};

}  // namespace semilin

#endif  // SEMILIN_SRC_BASE_STOPWATCH_H_
