#include "io/number_scanner.h"

#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>

namespace semilin::io {
namespace {

// The end of the longest [digits] [. digits] [e [+-] digits] at `text`;
// nullptr if there is no digit in front.
const char* number_end(const char* text) {
  int digits = 0;
  const char* p = text;
  for (; is_digit(*p); ++p)
    ++digits;
  if (*p == '.') {
    for (++p; is_digit(*p); ++p)
      ++digits;
  }
  if (digits == 0) return nullptr;
  if (*p != 'e' && *p != 'E') return p;
  const char* exponent = p + 1;
  if (*exponent == '+' || *exponent == '-') ++exponent;
  if (!is_digit(*exponent)) return p;
  while (is_digit(*exponent))
    ++exponent;
  return exponent;
}

// Whether a number outside the range of double is too large (not too small).
// Its first digit that is not 0 stands at 10^place, far from the point.
bool is_large(std::string_view number) {
  const std::size_t e = number.find_first_of("eE");
  const std::string_view mantissa = number.substr(0, e);
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::size_t first = mantissa.find_first_not_of("0.");
  if (first == mantissa.npos) return false;
  double place = static_cast<double>(point) - static_cast<double>(first);
  if (e != number.npos) {
    // Exponents of any length: digits beyond the range of double saturate.
    const bool negative = number[e + 1] == '-';
    double exponent = 0;
    for (const char c : number.substr(e + 1)) {
      if (is_digit(c)) exponent = std::min(1e300, exponent * 10 + (c - '0'));
    }
    place += negative ? -exponent : exponent;
  }
  return place > 0;
}

bool names_non_finite(std::string_view word) {
  for (const std::string_view name : {"nan", "inf"}) {
    bool same = true;
    for (std::size_t i = 0; i < name.size() && same; ++i)
      same = (word[i] | 0x20) == name[i];
    if (same) return true;
  }
  return false;
}

}  // namespace

ScannedNumber scan_number_slowly(const char* text) {
  const bool negative = *text == '-';
  if (negative || *text == '+') ++text;
  const char* end = number_end(text);
  if (end == nullptr) {
    const bool word = names_non_finite({text, 3});
    return {text, 0, word ? NumberFault::NotFinite : NumberFault::Malformed};
  }
  double size = 0;
  const auto [stop, error] = std::from_chars(text, end, size);
  if (error == std::errc::result_out_of_range || !std::isfinite(size)) {
    const bool large = is_large({text, static_cast<std::size_t>(end - text)});
    if (large) return {end, 0, NumberFault::TooLarge};
    size = 0;
  }
  return {end, negative ? -size : size, NumberFault::None};
}

}  // namespace semilin::io
