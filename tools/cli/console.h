// What goes to standard error: warnings and reports; and numbers as text.
#ifndef SEMILIN_TOOLS_CLI_CONSOLE_H_
#define SEMILIN_TOOLS_CLI_CONSOLE_H_

#include <optional>
#include <string>
#include <string_view>

namespace semilin::cli {

/// One line on standard error: what is no printable UTF-8 in it appears as \x..
void say(const std::string& line);

/// "semilin: warning: ..." on standard error.
void warn(const std::string& message);

/// As "%.*g" would print it, whatever the locale; "nan", "inf".
[[nodiscard]] std::string number(double value, int digits = 6);

/// The shortest text that reads back exactly.
[[nodiscard]] std::string exact_number(double value);

/// The number that the whole of `text` spells, whatever the locale; also "nan"
/// and "inf".
[[nodiscard]] std::optional<double> parse_number(std::string_view text);

/// As "%.*f" would print it.
[[nodiscard]] std::string fixed_number(double value, int decimals);

/// A fraction as "12.3 %".
[[nodiscard]] std::string percent(double share);

/// The time in UTC, as strftime writes it in that format.
[[nodiscard]] std::string utc_time(const char* format);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_CONSOLE_H_
