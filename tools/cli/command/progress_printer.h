// The progress of a training run on standard error, and Ctrl-C as a request to
// end it in good order.
#pragma once

#include <chrono>
#include <fstream>
#include <string>

#include "semilin/base/progress.h"

namespace semilin::cli {

/// Measures wall-clock seconds.
class Clock {
 public:
  /// Seconds since the last call, or since the start.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double> passed = now - last_;
    last_ = now;
    return passed.count();
  }
  /// Seconds since the start.
  [[nodiscard]] double seconds() const {
    const std::chrono::duration<double> passed =
        std::chrono::steady_clock::now() - start_;
    return passed.count();
  }

 private:
  std::chrono::steady_clock::time_point start_ =
      std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_ = start_;
};

/// Prints one line for the whole run: it is redrawn on a terminal, and
/// elsewhere printed every ten seconds. If verbose it prints the records
/// themselves: outside a terminal one when a stage begins and then every few
/// seconds. If quiet it prints nothing. The records, each with its time (UTC),
/// are also written to a log, if there is one.
class ProgressPrinter {
 public:
  /// `log` is a file's name, or empty. Throws DataError if it cannot be
  /// written.
  explicit ProgressPrinter(bool quiet, const std::string& log = {},
                           bool verbose = false);
  ProgressPrinter(const ProgressPrinter&) = delete;
  ProgressPrinter& operator=(const ProgressPrinter&) = delete;
  /// Removes the live line.
  ~ProgressPrinter();

  void print(const ProgressRecord& record);
  /// A callback that prints and returns true. Borrows the printer.
  [[nodiscard]] Progress progress() {
    return [this](const ProgressRecord& record) {
      print(record);
      return true;
    };
  }

 private:
  // When the next record is due.
  struct Pace {
    std::string stage;
    double seconds = 0;  // those of the last line

    bool is_due(const ProgressRecord& record, double pause);
  };

  void show(const std::string& line);

  bool quiet_;
  bool verbose_;
  bool live_;
  bool line_open_ = false;
  Clock clock_;
  double printed_ = 0;  // seconds of the run at its last line
  Pace pace_, log_pace_;
  std::ofstream log_;
};

/// "18 s: neighbors, 45 %, about 12 s left": what a run that began this many
/// seconds ago is doing.
[[nodiscard]] std::string brief_text(const ProgressRecord& record,
                                     double seconds);

/// While an object exists, progress is printed, and the first SIGINT, SIGTERM
/// or SIGUSR1 asks the run to end in good order; a second one ends the program
/// as usual. There may be one object at a time.
class RunMonitor : public ProgressPrinter {
 public:
  explicit RunMonitor(bool quiet, const std::string& log = {},
                      bool verbose = false);
  ~RunMonitor();
  /// Borrows the monitor.
  [[nodiscard]] Progress progress() {
    return [this](const ProgressRecord& record) {
      print(record);
      return !interrupted();
    };
  }
  /// True once a signal came.
  [[nodiscard]] bool interrupted() const;
};

}  // namespace semilin::cli
