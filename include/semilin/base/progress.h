// Progress reports of a run: one record per iteration.
#pragma once

#include <exception>
#include <functional>
#include <limits>
#include <string>
#include <string_view>

#include "semilin/base/index.h"

namespace semilin {

/// One step of a training run. A field that the method does not have is NaN or
/// -1.
struct ProgressRecord {
  /// The value of a number that the method does not have.
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  std::string_view stage;                 ///< "svm", "tsvm", "da", ...
  Index iteration = 0;                    ///< number of `unit` so far
  std::string_view unit = "retrainings";  ///< what `iteration` counts
  double seconds = 0;                     ///< since the call
  double objective = kNone;    ///< objective of the problem being solved
  double temperature = kNone;  ///< T of the annealing
  double lambda_u = kNone;     ///< lambda_u' of the TSVM
  double entropy = kNone;      ///< mean entropy of the beliefs, in nats
  Index switches = -1;         ///< labels switched so far
  double fraction_done = 0;    ///< estimated, in [0, 1]

  /// The time left if the rest takes as long as the part done, in proportion;
  /// infinite if nothing is done.
  [[nodiscard]] double seconds_left() const {
    return seconds * (1 - fraction_done) / fraction_done;
  }
};

/// "da: 34 retrainings, T 0.0123, objective 0.1299, entropy 0.041, 45 %, 1.5 s
/// left, 1.2 s"; the time left is shown once a tenth is done.
[[nodiscard]] std::string to_text(const ProgressRecord& record);

/// Called once per record. During a long iteration of a linear method it is
/// called with the last record again, whose seconds and fraction are updated.
/// Returning false ends the run with Stop::Interrupted. An empty function is
/// never called.
using Progress = std::function<bool(const ProgressRecord&)>;

/// Thrown where a progress callback returned false before there was any result
/// to return: while neighbors are searched.
class Interrupted : public std::exception {
 public:
  /// "interrupted before there was a result"
  [[nodiscard]] const char* what() const noexcept override {
    return "interrupted before there was a result";
  }
};

/// Called inside an iteration, which ends if it returns false. Empty: never
/// called.
using GoOn = std::function<bool()>;
/// Whether `go_on`, which may be null, returns false.
[[nodiscard]] inline bool ended(const GoOn* go_on) {
  return go_on != nullptr && *go_on && !(*go_on)();
}

}  // namespace semilin
