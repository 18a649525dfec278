#include "semilin/base/progress.h"

#include <cmath>

#include "semilin/base/number_text.h"

namespace semilin {
namespace {

// The time left is not shown before this much is done.
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

std::string to_text(const ProgressRecord& record) {
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

}  // namespace semilin
