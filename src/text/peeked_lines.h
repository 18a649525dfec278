// The lines of a text file, with a look at those to come.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "semilin/advanced/io/line_source.h"
#include "semilin/base/index.h"

namespace semilin {

/// A LineSource without the byte order mark of its first line.
class PeekedLines {
 public:
  explicit PeekedLines(const std::string& path) : lines_(path) {}

  /// The line that the (i + 1)-th call of next() will give.
  [[nodiscard]] std::optional<std::string_view> peek(std::size_t i);
  /// The line last given, which a peek would otherwise end.
  [[nodiscard]] std::string_view held();
  /// See LineSource.
  [[nodiscard]] std::optional<std::string_view> next();
  [[nodiscard]] Index line() const { return line_; }
  [[nodiscard]] const std::string& name() const { return lines_.name(); }
  [[nodiscard]] double fraction_read() const { return lines_.fraction_read(); }

 private:
  [[nodiscard]] std::optional<std::string_view> read();

  LineSource lines_;
  std::deque<std::string> seen_;
  std::string current_;
  std::string_view last_;  // what next() gave
  Index line_ = 0;
};

}  // namespace semilin
