// The progress of a training run on standard error.
#ifndef SEMILIN_TOOLS_CLI_COMMAND_PROGRESS_PRINTER_H_
#define SEMILIN_TOOLS_CLI_COMMAND_PROGRESS_PRINTER_H_

#include <fstream>
#include <string>

#include "semilin/base/progress.h"

#include "cli/command/interrupt.h"

namespace semilin::cli {

/// A live line on a terminal; elsewhere a line when a stage begins and then
/// every few seconds; nothing if quiet. The same lines, each with its time
/// (UTC), go to a log, if there is one.
class ProgressPrinter {
 public:
  /// `log`: the file's name, or empty. Throws DataError if it cannot be
  /// written.
  explicit ProgressPrinter(bool quiet, const std::string& log = {});
  ProgressPrinter(const ProgressPrinter&) = delete;
  ProgressPrinter& operator=(const ProgressPrinter&) = delete;
  /// Takes the live line away.
  ~ProgressPrinter();

  void print(const ProgressRecord& record);
  /// Prints and goes on. Borrows the printer.
  [[nodiscard]] Progress progress() {
    return [this](const ProgressRecord& record) {
      print(record);
      return true;
    };
  }

 private:
  // When the next line is due.
  struct Pace {
    std::string stage;
    double seconds = 0;  // of the last line

    bool is_due(const ProgressRecord& record, double pause);
  };

  bool quiet_;
  bool live_;
  bool line_open_ = false;
  Pace pace_, log_pace_;
  std::ofstream log_;
};

/// While one lives, what runs tells of itself, and Ctrl-C asks it to end in
/// good order. At most one at a time.
class Attendant {
 public:
  explicit Attendant(bool quiet, const std::string& log = {})
      : printer_(quiet, log) {}
  /// Borrows the attendant.
  [[nodiscard]] Progress progress() {
    return [this](const ProgressRecord& record) {
      printer_.print(record);
      return !interrupted();
    };
  }
  /// True once Ctrl-C came.
  [[nodiscard]] bool interrupted() const { return guard_.interrupted(); }

 private:
  InterruptGuard guard_;
  ProgressPrinter printer_;
};

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_COMMAND_PROGRESS_PRINTER_H_
