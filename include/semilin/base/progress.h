// How a run reports, one record per iteration, and how it survives its process.
#ifndef SEMILIN_BASE_PROGRESS_H_
#define SEMILIN_BASE_PROGRESS_H_

#include <exception>
#include <functional>
#include <limits>
#include <string>
#include <string_view>

#include "semilin/base/archive.h"
#include "semilin/base/index.h"

namespace semilin {

/// One step of a training run. A field that the method does not have is NaN or
/// -1.
struct ProgressRecord {
  /// Stands where the method has no such number.
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  std::string_view stage;                 ///< "svm", "tsvm", "da", ...
  Index iteration = 0;                    ///< so many `unit` so far
  std::string_view unit = "retrainings";  ///< what `iteration` counts
  double seconds = 0;                     ///< since the call
  double objective = kNone;               ///< of the problem being solved
  double temperature = kNone;             ///< T of the annealing
  double lambda_u = kNone;                ///< lambda_u' of the TSVM
  double entropy = kNone;    ///< mean entropy of the beliefs, in nats
  Index switches = -1;       ///< labels switched so far
  double fraction_done = 0;  ///< estimated, in [0, 1]

  /// As if the rest went as the part that is done: infinite if nothing is.
  [[nodiscard]] double seconds_left() const {
    return seconds * (1 - fraction_done) / fraction_done;
  }
};

/// "da: 34 retrainings, T 0.0123, objective 0.1299, entropy 0.041, 45 %, 1.5 s
/// left, 1.2 s"; the time left is part of it from a tenth on.
[[nodiscard]] std::string to_text(const ProgressRecord& record);

/// Called once per record, and with the last one again, its seconds and
/// fraction moved on with the clock, while a linear method's iteration takes
/// long; returning false ends the run in good order with Stop::Interrupted. An
/// empty function is never called.
using Progress = std::function<bool(const ProgressRecord&)>;

/// Thrown where a progress callback returned false before there was any result
/// to return: while neighbours are searched.
class Interrupted : public std::exception {
 public:
  /// Says so.
  [[nodiscard]] const char* what() const noexcept override {
    return "interrupted before there was a result";
  }
};

/// Asked from inside an iteration; false ends it. Empty: never asked.
using GoOn = std::function<bool()>;
/// Whether it says no; it may be null.
[[nodiscard]] inline bool ended(const GoOn* go_on) {
  return go_on != nullptr && *go_on && !(*go_on)();
}

/// How a long run survives its process: tsvm and da; the graph methods but lap,
/// which solve linear systems. A run that resumes returns the very model that
/// the first one would have returned.
struct Checkpoint {
  /// Gets the state when `seconds` have passed since the last time: between two
  /// temperatures, values of lambda_u', iterations on a graph or starts of
  /// them. Empty: never.
  std::function<void(const Archive&)> save;
  double seconds = 60;  ///< between two calls of `save`, at least
  /// A state that `save` got, to begin from. Null: the beginning.
  const Archive* resume = nullptr;
};

/// The kind of the archive that such a state is.
inline constexpr const char* kCheckpointKind = "checkpoint";

}  // namespace semilin

#endif  // SEMILIN_BASE_PROGRESS_H_
