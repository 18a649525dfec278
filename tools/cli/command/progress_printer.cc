#include "cli/command/progress_printer.h"

#include <cmath>
#include <iostream>

#include <unistd.h>

#include "semilin/base/error.h"

#include "cli/command/console.h"

namespace semilin::cli {
namespace {

constexpr double kLiveSeconds = 0.1;
constexpr double kPlainSeconds = 5;

// A search that takes no longer is not told of.
constexpr double kShortSearch = 1;

}  // namespace

bool ProgressPrinter::Pace::is_due(const ProgressRecord& record, double pause) {
  const bool minimises = !std::isnan(record.objective);
  if (!minimises && record.seconds < kShortSearch) return false;
  const bool goes_on = record.stage == stage && record.seconds >= seconds;
  if (goes_on && record.seconds < seconds + pause) return false;
  stage = record.stage;
  seconds = record.seconds;
  return true;
}

ProgressPrinter::ProgressPrinter(bool quiet, const std::string& log)
    : quiet_(quiet), live_(isatty(STDERR_FILENO) == 1) {
  if (log.empty()) return;
  log_.open(log);
  if (!log_) throw DataError(log, "cannot write");
}

ProgressPrinter::~ProgressPrinter() {
  if (line_open_) std::cerr << "\r\033[K" << std::flush;
  if (log_.is_open() && !log_) warn("--log: cannot write all lines");
}

void ProgressPrinter::print(const ProgressRecord& record) {
  if (log_.is_open() && log_pace_.is_due(record, kPlainSeconds))
    log_ << utc_time("%Y-%m-%dT%H:%M:%SZ") + " " + to_text(record) + "\n"
         << std::flush;
  if (quiet_ || !pace_.is_due(record, live_ ? kLiveSeconds : kPlainSeconds))
    return;
  if (live_) {
    std::cerr << "\r\033[K" + to_text(record) << std::flush;
    line_open_ = true;
  } else {
    say(to_text(record));
  }
}

}  // namespace semilin::cli
