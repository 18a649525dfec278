#include "text/peeked_lines.h"

#include <utility>

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
  return line;
}

std::optional<std::string_view> PeekedLines::read() {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  auto line = lines_.next();
  if (line && lines_.line() == 1 && line->starts_with(kByteOrderMark)) {
    line->remove_prefix(kByteOrderMark.size());
  }
  return line;
}

}  // namespace semilin
