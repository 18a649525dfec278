// The progress of a training run on standard error.
#ifndef SEMILIN_TOOLS_CLI_PROGRESS_PRINTER_H_
#define SEMILIN_TOOLS_CLI_PROGRESS_PRINTER_H_

#include <string>

#include "semilin/base/progress.h"

namespace semilin::cli {

/// A live line on a terminal; elsewhere a line when a stage begins and then
/// every few seconds; nothing if quiet.
class ProgressPrinter {
 public:
  explicit ProgressPrinter(bool quiet);
  ProgressPrinter(const ProgressPrinter&) = delete;
  ProgressPrinter& operator=(const ProgressPrinter&) = delete;
  /// Takes the live line away.
  ~ProgressPrinter();

  void print(const ProgressRecord& record);

 private:
  bool quiet_;
  bool live_;
  bool line_open_ = false;
  std::string stage_;
  double last_seconds_ = 0;
};

/// "da: 34 retrainings, T 0.0123, objective 0.1299, entropy 0.041, 45 %, 1.2 s"
[[nodiscard]] std::string progress_line(const ProgressRecord& record);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_PROGRESS_PRINTER_H_
