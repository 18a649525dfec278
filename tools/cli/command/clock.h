// Wall-clock seconds of the parts of a run.
#pragma once

#include <chrono>

namespace semilin::cli {

class Clock {
 public:
  /// Seconds since the last call, or since the start.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double> passed = now - last_;
    last_ = now;
    return passed.count();
  }
  /// Seconds since the start.
  [[nodiscard]] double seconds() const {
    const std::chrono::duration<double> passed =
        std::chrono::steady_clock::now() - start_;
    return passed.count();
  }

 private:
  std::chrono::steady_clock::time_point start_ =
      std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_ = start_;
};

}  // namespace semilin::cli
