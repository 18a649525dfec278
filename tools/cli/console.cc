#include "cli/console.h"

#include <array>
#include <charconv>
#include <ctime>
#include <iostream>

#include "semilin/advanced/io/label_text.h"

namespace semilin::cli {
namespace {

// Long enough for any double in fixed notation with some decimals.
using Buffer = std::array<char, 400>;

}  // namespace

void say(const std::string& line) {
  std::cerr << printable_text(line) + "\n" << std::flush;
}

void warn(const std::string& message) {
  say("semilin: warning: " + message);
}

std::string number(double value, int digits) {
  Buffer buffer{};
  const auto end = std::to_chars(buffer.begin(), buffer.end(), value,
                                 std::chars_format::general, digits);
  return {buffer.data(), end.ptr};
}

std::string exact_number(double value) {
  Buffer buffer{};
  const auto end = std::to_chars(buffer.begin(), buffer.end(), value);
  return {buffer.data(), end.ptr};
}

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return value;
}

std::string fixed_number(double value, int decimals) {
  Buffer buffer{};
  const auto end = std::to_chars(buffer.begin(), buffer.end(), value,
                                 std::chars_format::fixed, decimals);
  return {buffer.data(), end.ptr};
}

std::string percent(double share) {
  return fixed_number(100 * share, 1) + " %";
}

std::string utc_time(const char* format) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), format, &parts);
  return text.data();
}

}  // namespace semilin::cli
