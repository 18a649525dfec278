#include "cli/progress_printer.h"

#include <cmath>
#include <iostream>

#include <unistd.h>

#include "semilin/base/error.h"

#include "cli/console.h"

namespace semilin::cli {
namespace {

constexpr double kLiveSeconds = 0.1;
constexpr double kPlainSeconds = 5;

// A search that takes no longer is not told of.
constexpr double kShortSearch = 1;

// What is left is not said before so much is done.
constexpr double kToldShare = 0.1;

// "12 s", "5 min".
std::string time_left(const ProgressRecord& record) {
  const double seconds = record.seconds_left();
  return seconds < 100 ? fixed_number(seconds, seconds < 10 ? 1 : 0) + " s"
                       : fixed_number(seconds / 60, 0) + " min";
}

// A field that the method does not have is NaN.
void add_field(std::string& line, const char* name, double value) {
  if (std::isnan(value)) return;
  line += std::string(", ") + name + " " + number(value, 5);
}

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
    log_ << utc_time("%Y-%m-%dT%H:%M:%SZ") + " " + progress_line(record) + "\n"
         << std::flush;
  if (quiet_ || !pace_.is_due(record, live_ ? kLiveSeconds : kPlainSeconds))
    return;
  if (live_) {
    std::cerr << "\r\033[K" + progress_line(record) << std::flush;
    line_open_ = true;
  } else {
    say(progress_line(record));
  }
}

std::string progress_line(const ProgressRecord& record) {
  std::string line = std::string(record.stage) + ": " +
                     std::to_string(record.iteration) + " " +
                     std::string(record.unit);
  add_field(line, "objective", record.objective);
  add_field(line, "T", record.temperature);
  add_field(line, "lambda_u", record.lambda_u);
  add_field(line, "entropy", record.entropy);
  if (record.switches >= 0) {
    line += ", switches " + std::to_string(record.switches);
  }
  if (record.fraction_done > 0) {
    line += ", " + fixed_number(100 * record.fraction_done, 0) + " %";
  }
  if (record.fraction_done >= kToldShare && record.fraction_done < 1)
    line += ", " + time_left(record) + " left";
  return line + ", " + fixed_number(record.seconds, 1) + " s";
}

}  // namespace semilin::cli
