#include "cli/command/progress_printer.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <iostream>

#include <unistd.h>

#include "semilin/base/error.h"
#include "semilin/base/number_text.h"

#include "cli/command/console.h"

namespace semilin::cli {
namespace {

constexpr double kLiveSeconds = 0.1;
constexpr double kPlainSeconds = 5;
constexpr double kBriefSeconds = 10;

// A search that takes less time is not reported.
constexpr double kShortSearch = 1;

// The time left is not estimated from a smaller part.
constexpr double kEnoughDone = 0.1;
// Nor from a larger one: an error of a few percent would be most of it.
constexpr double kTooMuchDone = 0.9;

// The last one is what mpirun passes on to its ranks.
constexpr int kSignals[] = {SIGINT, SIGTERM, SIGUSR1};

// A signal handler can only reach globals.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
volatile std::sig_atomic_t noted = 0;

extern "C" void note_signal(int signal) {
  noted = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

bool ProgressPrinter::Pace::is_due(const ProgressRecord& record, double pause) {
  const bool minimizes = !std::isnan(record.objective);
  if (!minimizes && record.seconds < kShortSearch) return false;
  const bool goes_on = record.stage == stage && record.seconds >= seconds;
  if (goes_on && record.seconds < seconds + pause) return false;
  stage = record.stage;
  seconds = record.seconds;
  return true;
}

ProgressPrinter::ProgressPrinter(bool quiet, const std::string& log,
                                 bool verbose)
    : quiet_(quiet), verbose_(verbose), live_(isatty(STDERR_FILENO) == 1) {
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
  if (quiet_) return;
  if (verbose_) {
    if (pace_.is_due(record, live_ ? kLiveSeconds : kPlainSeconds))
      show(to_text(record));
    return;
  }
  const double seconds = clock_.seconds();
  if (seconds < printed_ + (live_ ? kLiveSeconds : kBriefSeconds)) return;
  printed_ = seconds;
  show(brief_text(record, seconds));
}

void ProgressPrinter::show(const std::string& line) {
  if (!live_) return say(line);
  std::cerr << "\r\033[K" + line << std::flush;
  line_open_ = true;
}

std::string brief_text(const ProgressRecord& record, double seconds) {
  std::string line =
      fixed_number(seconds, 0) + " s: " + std::string(record.stage);
  if (record.stage == "reading")  // comes before what is counted
    return line + ", " + std::to_string(record.iteration) + " " +
           std::string(record.unit);
  if (record.fraction_done > 0)
    line += ", " + fixed_number(std::min(99.0, 100 * record.fraction_done), 0) +
            " %";
  const double left = record.seconds_left();
  if (left >= 0.5 && left < 1e6 && record.fraction_done >= kEnoughDone &&
      record.fraction_done <= kTooMuchDone)
    line += ", about " + fixed_number(left, 0) + " s left";
  return line;
}

RunMonitor::RunMonitor(bool quiet, const std::string& log, bool verbose)
    : ProgressPrinter(quiet, log, verbose) {
  noted = 0;
  // signals that were ignored (nohup, a background job) stay ignored
  for (const int signal : kSignals) {
    if (std::signal(signal, note_signal) == SIG_IGN) {
      std::signal(signal, SIG_IGN);
    }
  }
}

RunMonitor::~RunMonitor() {
  for (const int signal : kSignals) {
    if (std::signal(signal, SIG_DFL) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

bool RunMonitor::interrupted() const {
  return noted != 0;
}

}  // namespace semilin::cli
