#include "io/quote.h"

namespace semilin::io {

void append_escaped(char byte, std::string& text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  const auto number = static_cast<unsigned char>(byte);
  text.append("\\x") += kHex[number >> 4];
  text += kHex[number & 15];
}

std::string quote(std::string_view token) {
  constexpr std::size_t kMost = 40;
  std::string quoted = "'";
  for (const char c : token.substr(0, kMost)) {
    if (c >= ' ' && c <= '~') {
      quoted += c;
    } else {
      append_escaped(c, quoted);
    }
  }
  if (token.size() > kMost) quoted += "...";
  return quoted + "'";
}

}  // namespace semilin::io
