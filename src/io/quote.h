// A token of a file as an error message shows it.
#pragma once

#include <string>
#include <string_view>

namespace semilin::io {

/// 'token', cut to 40 bytes, with \x.. for what is not printable ASCII.
[[nodiscard]] std::string quote(std::string_view token);

/// Appends the byte as \x...
void append_escaped(char byte, std::string& text);

}  // namespace semilin::io
