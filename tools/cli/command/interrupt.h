// Ctrl-C as a request to end in good order.
#pragma once

namespace semilin::cli {

/// While an object exists, the first SIGINT, SIGTERM or SIGUSR1 is only noted;
/// a second one ends the program as usual. There may be one object at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  ~InterruptGuard();

  /// True once a signal came.
  [[nodiscard]] bool interrupted() const;
};

}  // namespace semilin::cli
