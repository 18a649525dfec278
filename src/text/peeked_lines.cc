#include "text/peeked_lines.h"

#include <utility>

#include "semilin/base/error.h"

namespace semilin {

std::optional<std::string_view> PeekedLines::peek(std::size_t i) {
  while (seen_.size() <= i) {
    const auto line = read();
    if (!line) return std::nullopt;
    seen_.emplace_back(*line);
  }
  return seen_[i];
}

std::optional<std::string_view> PeekedLines::next() {
  std::optional<std::string_view> line;
  if (seen_.empty()) {
    line = read();
  } else {
    current_ = std::move(seen_.front());
    seen_.pop_front();
    line = current_;
  }
  line_ += line ? 1 : 0;
  last_ = line.value_or(std::string_view());
  return line;
}

std::string_view PeekedLines::held() {
  if (last_.data() != current_.data()) current_ = last_;
  return last_ = current_;
}

// Old programs end a file with the byte 0x1A.
std::optional<std::string_view> PeekedLines::read() {
  constexpr std::string_view kEnd = "\x1a";
  const auto line = lines_.next();
  if (line != kEnd) return line;
  const Index number = lines_.line();
  if (!lines_.next()) return std::nullopt;
  throw DataError(name(), number, 1, "text",
                  "the byte 0x1A, which ends a file, and more behind it");
}

}  // namespace semilin
