// The two kinds of exceptions: for wrong arguments and for wrong data.
#pragma once

#include <stdexcept>
#include <string>

#include "semilin/base/index.h"

namespace semilin {

/// A fault in a file: what() is one line, "file:line:column: expected E, found
/// F" (or "file: message" where there is no line).
class DataError : public std::runtime_error {
 public:
  /// The message names the file, if there is one.
  explicit DataError(const std::string& message)
      : std::runtime_error(message), names_file_(false) {}
  /// "file: message".
  DataError(const std::string& file, const std::string& message)
      : std::runtime_error(file + ": " + message) {}
  /// `line` and `column` count from 1.
  DataError(const std::string& file, Index line, Index column,
            const std::string& expected, const std::string& found)
      : DataError(
            file + ":" + std::to_string(line) + ":" + std::to_string(column),
            "expected " + expected + ", found " + found) {}

  /// "file: what()"; itself if it was made with a file.
  [[nodiscard]] DataError in(const std::string& file) const {
    return names_file_ ? *this : DataError(file, what());
  }

 private:
  bool names_file_ = true;
};

/// Throws std::invalid_argument(message) unless the condition holds. Used at
/// the entry of a public function: "cgls: lambda must be positive, got -1".
/// Defined here so that static checkers of callers know the condition.
inline void require(bool condition, const std::string& message) {
  if (!condition) throw std::invalid_argument(message);
}

}  // namespace semilin
