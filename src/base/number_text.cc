#include "semilin/base/number_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

namespace semilin {
namespace {

template <class... Format>
std::string written(double value, Format... format) {
  // long enough for any double in fixed notation with some decimals
  std::array<char, 400> buffer{};
  const auto end =
      std::to_chars(buffer.begin(), buffer.end(), value, format...);
  return {buffer.data(), end.ptr};
}

}  // namespace

std::string number(double value, int digits) {
  return written(value, std::chars_format::general, digits);
}

std::string exact_number(double value) {
  return written(value);
}

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return value;
}

std::string fixed_number(double value, int decimals) {
  if (std::isnan(value)) return "-";
  return written(value, std::chars_format::fixed, decimals);
}

std::string grouped(long long count) {
  std::string text = std::to_string(count);
  const std::ptrdiff_t first = count < 0 ? 1 : 0;
  for (auto at = std::ssize(text) - 3; at > first; at -= 3)
    text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

std::string counted(long long count, const std::string& noun) {
  return grouped(count) + " " + noun +
         (count == 1            ? ""
          : noun.ends_with('s') ? "es"
                                : "s");
}

std::string percent(double share) {
  return fixed_number(100 * share, 1) + " %";
}

}  // namespace semilin
