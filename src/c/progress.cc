#include "c/progress.h"

#include "base/stopwatch.h"
#include "c/json.h"

namespace semilin::c {
namespace {

Json record_json(const ProgressRecord& record) {
  return {{"stage", record.stage},
          {"iteration", record.iteration},
          {"unit", record.unit},
          {"seconds", record.seconds},
          {"objective", record.objective},  // NaN is null
          {"fraction_done", record.fraction_done},
          {"text", to_text(record)}};
}

}  // namespace

Progress progress_of(semilin_progress call, void* context, double pause) {
  if (call == nullptr) return {};
  return [call, context, pause, watch = Stopwatch(), next = 0.0,
          stopped = false](const ProgressRecord& record) mutable {
    const double now = watch.seconds();
    if (stopped || now < next) return !stopped;
    next = now + pause;
    stopped = call(context, text_of(record_json(record)).c_str()) != 0;
    return !stopped;
  };
}

}  // namespace semilin::c
