// A text file of lines that are made one after the other.
#pragma once

#include <charconv>
#include <cstddef>
#include <string>

#include "semilin/advanced/io/output_file.h"
#include "semilin/base/index.h"

namespace semilin::io {

/// Writes what append(i, text) adds to `text` for i = 0, ..., count - 1, in
/// pieces; gzip if the name ends in ".gz". The file appears whole or not at
/// all.
template <class Append>
void write_lines(const std::string& path, Index count, const Append& append) {
  constexpr std::size_t kFlushBytes = std::size_t{1} << 16;
  OutputFile file(path, compression_of(path));
  std::string text;
  for (Index i = 0; i < count; ++i) {
    append(i, text);
    if (text.size() < kFlushBytes) continue;
    file.write(text);
    text.clear();
  }
  file.write(text);
  file.commit();
}

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
