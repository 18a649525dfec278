// exp for loops that the compiler turns into vector instructions.
#pragma once

#include <bit>
#include <cstdint>

namespace semilin {

/// e^x for x <= 0, relative error below 1e-14; 0 below x = -700.
[[nodiscard]] inline double fast_exp(double x) {
  // x = n log 2 + r, |r| <= log(2)/2: adding 1.5 * 2^52 rounds to an integer
  // that stands in the low bits.
  constexpr double kShift = 0x1.8p52;
  const double clamped = x > -700.0 ? x : -700.0;
  const double shifted = clamped * 1.4426950408889634 + kShift;
  const double n = shifted - kShift;
  const double r =
      (clamped - n * 0x1.62e42fefa0000p-1) - n * 0x1.cf79abc9e3b39p-40;
  // Taylor to r^12 / 12!, in parts that do not wait for each other.
  const double r2 = r * r;
  const double r4 = r2 * r2;
  const double from2 =
      (1.0 / 2 + r * (1.0 / 6)) + r2 * (1.0 / 24 + r * (1.0 / 120));
  const double from6 =
      (1.0 / 720 + r * (1.0 / 5040)) + r2 * (1.0 / 40320 + r * (1.0 / 362880));
  const double from10 =
      (1.0 / 3628800 + r * (1.0 / 39916800)) + r2 * (1.0 / 479001600);
  const double sum = 1 + (r + r2 * (from2 + r4 * (from6 + r4 * from10)));
  // times 2^n: add n to the exponent
  const auto exponent = std::bit_cast<std::uint64_t>(shifted) << 52;
  const double scaled =
      std::bit_cast<double>(std::bit_cast<std::uint64_t>(sum) + exponent);
  return x > -700.0 ? scaled : 0.0;
}

}  // namespace semilin
