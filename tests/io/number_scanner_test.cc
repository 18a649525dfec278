#include "io/number_scanner.h"

#include <bit>

#include "semilin/base/number_text.h"

#include "support/test.h"

namespace semilin::test {
namespace {

using io::kScanPadding;
using io::NumberFault;
using io::scan_number_slowly;
using io::scan_short_number;
struct Scanned {
  double value;
  std::size_t length;
  NumberFault fault;
};

Scanned scan(const std::string& text, const std::string& behind = "\n") {
  const std::string padded = text + behind + std::string(kScanPadding, '\0');
  double value = 0;
  const char* end = scan_short_number(padded.data(), value);
  if (end == nullptr) {
    const auto number = scan_number_slowly(padded.data());
    if (number.fault != NumberFault::None) return {0, 0, number.fault};
    value = number.value;
    end = number.end;
  }
  return {value, static_cast<std::size_t>(end - padded.data()),
          NumberFault::None};
}

// The judge.
double from_chars(const std::string& text) {
  return parse_number(text).value_or(-12345);
}

bool same_bits(double a, double b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

// Digits, perhaps a point, perhaps an exponent.
std::string random_number(Random& random) {
  std::string text;
  if (random.below(4) == 0) text += '-';
  const auto add_digits = [&](Index most) {
    const auto count = random.below(most + 1);
    for (Index i = 0; i < count; ++i)
      text += static_cast<char>('0' + random.below(10));
    return count;
  };
  const auto whole = add_digits(random.below(20) + 1);
  if (whole == 0) text += '0';
  if (random.below(5) > 0) {
    text += '.';
    add_digits(random.below(24));
  }
  if (random.below(4) == 0) {
    text += "e-+"[random.below(2)];
    if (text.back() == 'e' && random.below(2) == 0) text += '-';
    if (text.back() == '-' && text[text.size() - 2] != 'e') text.back() = 'e';
    text += std::to_string(random.below(310));
  }
  return text;
}

}  // namespace

TEST_CASE("short numbers are those that the slow way finds, whatever follows") {
  Random random(2);
  int found = 0;
  for (int i = 0; i < 50'000; ++i) {
    const std::string text = random_number(random);
    for (const char* behind :
         {" ", "\t", "\n", "\r\n", "\r\r\n", "\r", "\rx", "#", "x"}) {
      const std::string padded =
          text + behind + std::string(kScanPadding, '\0');
      CAPTURE(padded);
      double value = 0;
      const char* end = scan_short_number(padded.data(), value);
      if (end == nullptr) continue;
      ++found;
      const auto number = scan_number_slowly(padded.data());
      REQUIRE(number.fault == NumberFault::None);
      REQUIRE(end == number.end);
      REQUIRE(same_bits(value, number.value));
      REQUIRE(std::strchr(" \t\n\r", *behind) != nullptr);
      REQUIRE((*behind != '\r' || std::string(behind).ends_with('\n')));
    }
  }
  CHECK(found > 10'000);
  double value = 0;
  CHECK(scan_short_number("0.25\r\n                                ", value));
  CHECK(value == 0.25);
  CHECK(scan_short_number("0.5\r\r\n                                ", value));
  CHECK(value == 0.5);
}

TEST_CASE("numbers are rounded as from_chars rounds them") {
  Random random(1);
  for (int i = 0; i < 80'000; ++i) {
    std::string text = random_number(random);
    if (i % 3 == 0) {  // the shortest spelling of any double
      const auto value = std::bit_cast<double>(random.bits());
      if (std::isfinite(value)) text = exact_number(value);
    }
    const Scanned number = scan(text, i % 2 == 0 ? " 7:3\n" : "\n");
    CAPTURE(text);
    if (number.fault == NumberFault::TooLarge) {
      REQUIRE(!parse_number(text));
      continue;
    }
    REQUIRE(number.fault == NumberFault::None);
    REQUIRE(number.length == text.size());
    REQUIRE(same_bits(number.value, from_chars(text)));
  }
}

TEST_CASE("spellings of the edge are read, too small ones as zero") {
  const std::string zeros(400, '0');
  const std::map<std::string, double> values = {
      {"+1.5", 1.5},
      {"5.", 5},
      {".5", 0.5},
      {"-.5", -0.5},
      {"1E3", 1000},
      {"0000000000000000000001", 1},
      {"9007199254740993", 9007199254740992.0},  // 2^53 + 1
      {"0.000000000000000000000000000001", 1e-30},
      {"1.7976931348623157e308", 1.7976931348623157e308},
      {"4.9e-324", 4.9e-324},
      {"1e-400", 0},
      {"0e999999999999999999999", 0},
      {"1e-99999999999999999999999999", 0},
      {"0." + zeros + "1", 0}};
  for (const auto& one : values) {
    CHECK_MESSAGE(scan(one.first).fault == NumberFault::None, one.first);
    CHECK_MESSAGE(scan(one.first).value == one.second, one.first);
  }
  CHECK(scan("0." + zeros + "1e401").value ==
        doctest::Approx(1).epsilon(1e-15));
  CHECK(std::signbit(scan("-0").value));
}

TEST_CASE("what is no number is told from what is not finite or too large") {
  const std::map<NumberFault, Strings> faults = {
      {NumberFault::Malformed, {"abc", ".", "-", "+-1", "", "e5"}},
      {NumberFault::NotFinite, {"nan", "-inf", "Infinity"}},
      {NumberFault::TooLarge,
       {"1e400", "-1e99999999999999999999999999", "1.8e308",
        std::string(400, '9')}}};
  for (const auto& one : faults)
    for (const std::string& text : one.second)
      CHECK_MESSAGE(scan(text).fault == one.first, text);
  // a number ends where its spelling does
  const std::map<std::string, std::size_t> lengths = {
      {"1e", 1}, {"1.2.3", 3}, {"0x10", 1}, {"12abc", 2}, {"1,5", 1}};
  for (const auto& one : lengths)
    CHECK_MESSAGE(scan(one.first).length == one.second, one.first);
}

}  // namespace semilin::test
