// Decimal numbers read from text, fast and correctly rounded.
//
// Digits are converted eight at a time inside one 64-bit word; a mantissa
// m <= 2^53 with k <= 22 digits behind the point is m / 10^k, whose operands
// are exact, so that one division rounds correctly (Clinger 1990). All other
// numbers go to std::from_chars.
//
// The scanners read up to kScanPadding bytes beyond the text they are given.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace semilin::io {

inline constexpr std::size_t kScanPadding = 32;

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

enum class NumberFault { None, Malformed, NotFinite, TooLarge };

/// Where a number ended, and its value; `end` is meaningless after a fault.
struct ScannedNumber {
  const char* end = nullptr;
  double value = 0;
  NumberFault fault = NumberFault::None;
};

/// Any decimal number: [+-] digits [. digits] [e [+-] digits], with a digit
/// before or behind the point.
[[nodiscard]] ScannedNumber scan_number_slowly(const char* text);

/// Eight bytes, the first in the lowest byte.
inline std::uint64_t load_eight(const char* text) {
  std::uint64_t word = 0;
  std::memcpy(&word, text, sizeof word);
  if constexpr (std::endian::native == std::endian::big) {
    std::uint64_t swapped = 0;
    for (int i = 0; i < 8; ++i)
      swapped |= ((word >> (8 * i)) & 0xFF) << (56 - 8 * i);
    word = swapped;
  }
  return word;
}

/// How many of the first eight bytes are digits before the first other byte.
inline int leading_digits(std::uint64_t word) {
  // A byte c is a digit if c and c + 6 both have the high half 3. A carry out
  // of c + 6 needs c >= 0xFA, no digit, and disturbs only bytes behind it.
  constexpr std::uint64_t kHigh = 0xF0F0F0F0F0F0F0F0;
  constexpr std::uint64_t kThrees = 0x3030303030303030;
  constexpr std::uint64_t kSixes = 0x0606060606060606;
  const std::uint64_t other =
      ((word & kHigh) ^ kThrees) | (((word + kSixes) & kHigh) ^ kThrees);
  return std::countr_zero(other) >> 3;  // 64 >> 3 = 8 if all are digits
}

/// The value of the first `count` bytes, digits all; 1 <= count <= 8.
inline std::uint64_t digits_value(std::uint64_t word, int count) {
  // Move the digits to the end of the word: zero bytes in front are zeros.
  word = (word - 0x3030303030303030) << (64 - 8 * count);
  // Neighbors are joined to numbers of 2, 4 and 8 digits.
  word = word * 10 + (word >> 8);
  constexpr std::uint64_t kPairs = 0x000000FF000000FF;
  const std::uint64_t low = (word & kPairs) * (100 + (1000000ULL << 32));
  const std::uint64_t high = ((word >> 16) & kPairs) * (1 + (10000ULL << 32));
  return (low + high) >> 32;
}

inline constexpr std::array<std::uint64_t, 9> kPowersOfTen = {
    1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

/// Digits at `text`, at most 16, appended to `value`; returns how many.
inline int scan_digits(const char* text, std::uint64_t& value) {
  std::uint64_t word = load_eight(text);
  int count = leading_digits(word);
  if (count == 0) return 0;
  value = value * kPowersOfTen[count] + digits_value(word, count);
  if (count < 8) return count;
  word = load_eight(text + 8);
  count = leading_digits(word);
  if (count == 0) return 8;
  value = value * kPowersOfTen[count] + digits_value(word, count);
  return 8 + count;
}

inline constexpr std::array<double, 17> kExactPowers = {
    1e0, 1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7, 1e8,
    1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16};

/// Whether a line ends at `p`: "\n", "\r\n", or "\r\r\n", which programs for
/// Windows write by mistake.
inline bool ends_line(const char* p) {
  return *p == '\n' ||
         (*p == '\r' && (p[1] == '\n' || (p[1] == '\r' && p[2] == '\n')));
}

/// The number at `text` if it is short: [+-], at most 3 digits, perhaps a point
/// and at most 16 more, with a digit before or behind the point, and a blank or
/// the line's end behind. Writes its value and returns its end, or nullptr.
inline const char* scan_short_number(const char* text, double& value) {
  const char* p = text;
  const bool negative = *p == '-';
  if (negative || *p == '+') ++p;
  std::uint64_t mantissa = 0;
  int whole = 0;
  for (; whole < 3 && *p >= '0' && *p <= '9'; ++whole, ++p)
    mantissa = mantissa * 10 + static_cast<std::uint64_t>(*p - '0');
  int fraction = 0;
  if (*p == '.') {
    fraction = scan_digits(p + 1, mantissa);
    p += 1 + fraction;
  }
  // No overflow, but perhaps more than 2^53.
  const bool ends = *p == ' ' || *p == '\t' || ends_line(p);
  if (!ends || whole + fraction == 0 || mantissa > (std::uint64_t{1} << 53)) {
    return nullptr;
  }
  const double size = static_cast<double>(static_cast<std::int64_t>(mantissa)) /
                      kExactPowers[fraction];
  value = negative ? -size : size;
  return p;
}

}  // namespace semilin::io
