#include "io/quote.h"

namespace semilin::io {

std::string quote(std::string_view token) {
  constexpr std::size_t kMost = 40;
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string quoted = "'";
  for (const char c : token.substr(0, kMost)) {
    if (c >= ' ' && c <= '~') {
      quoted += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    quoted += "\\x";
    quoted += kHex[byte >> 4];
    quoted += kHex[byte & 15];
  }
  if (token.size() > kMost) quoted += "...";
  return quoted + "'";
}

}  // namespace semilin::io
