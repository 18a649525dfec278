#include "cli/progress_printer.h"

#include <cmath>
#include <iostream>

#include <unistd.h>

#include "cli/console.h"

namespace semilin::cli {
namespace {

constexpr double kLiveSeconds = 0.1;
constexpr double kPlainSeconds = 5;

// A field that the method does not have is NaN.
void add_field(std::string& line, const char* name, double value) {
  if (std::isnan(value)) return;
  line += std::string(", ") + name + " " + number(value, 5);
}

}  // namespace

ProgressPrinter::ProgressPrinter(bool quiet)
    : quiet_(quiet), live_(isatty(STDERR_FILENO) == 1) {}

ProgressPrinter::~ProgressPrinter() {
  if (line_open_) std::cerr << "\r\033[K" << std::flush;
}

void ProgressPrinter::print(const ProgressRecord& record) {
  if (quiet_) return;
  const bool begins = record.stage != stage_;
  const double pause = live_ ? kLiveSeconds : kPlainSeconds;
  if (!begins && record.seconds < last_seconds_ + pause) return;
  stage_ = record.stage;
  last_seconds_ = record.seconds;
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
  return line + ", " + fixed_number(record.seconds, 1) + " s";
}

}  // namespace semilin::cli
