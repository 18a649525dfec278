// Numbers as text that reads back exactly, whatever the locale.
#ifndef SEMILIN_SRC_IO_APPEND_NUMBER_H_
#define SEMILIN_SRC_IO_APPEND_NUMBER_H_

#include <charconv>
#include <string>

namespace semilin::io {

/// The shortest decimal number that reads back as `number`.
template <class Number>
void append_number(Number number, std::string& text) {
  // 32 characters hold every number that to_chars makes here
  char digits[32];
  const auto [end, error] =
      std::to_chars(digits, digits + sizeof digits, number);
  text.append(digits, end);
}

}  // namespace semilin::io

#endif  // SEMILIN_SRC_IO_APPEND_NUMBER_H_
