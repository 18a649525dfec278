// Progress as the C interface tells it.
#pragma once

#include "semilin/base/progress.h"
#include "semilin/c.h"

#include "base/stopwatch.h"
#include "c/json.h"

namespace semilin::c {

/// Calls a function of C with `context`, at most once in `pause` seconds, and
/// not again once it has ended the run. NULL: none.
class Watched {
 public:
  Watched(semilin_progress call, void* context, double pause)
      : call_(call), context_(context), pause_(pause) {}

  /// Borrows this.
  [[nodiscard]] Progress listening() {
    if (call_ == nullptr) return {};
    return [this](const ProgressRecord& record) {
      const double now = watch_.seconds();
      if (stopped_ || now < next_) return !stopped_;
      next_ = now + pause_;
      const Json json = {{"stage", record.stage},
                         {"iteration", record.iteration},
                         {"unit", record.unit},
                         {"seconds", record.seconds},
                         {"objective", record.objective},  // NaN is null
                         {"fraction_done", record.fraction_done},
                         {"text", to_text(record)}};
      stopped_ = call_(context_, text_of(json).c_str()) != 0;
      return !stopped_;
    };
  }
  /// Throws Interrupted if the run was ended.
  void require_end() const {
    if (stopped_) throw Interrupted();
  }

 private:
  semilin_progress call_;
  void* context_;
  double pause_, next_ = 0;
  Stopwatch watch_;
  bool stopped_ = false;
};

}  // namespace semilin::c
