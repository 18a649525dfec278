// Text that may be printed and kept in JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace semilin {

/// True for UTF-8 without control characters (tabs and line ends are such).
[[nodiscard]] bool is_plain_text(std::string_view text);

/// Without what cannot be seen at its ends: blanks, tabs, no-break and
/// zero-width spaces, byte order marks.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// The text with accents composed (Unicode's normal form C), so that all
/// spellings of what looks the same are one; bytes that are not UTF-8 stay.
[[nodiscard]] std::string composed(std::string_view text);

/// "a, b and 3 more".
[[nodiscard]] std::string listed(const std::vector<std::string>& all);

/// The bytes of the character at the front of `text`, which is not empty; 0 if
/// they are not UTF-8 or a control character.
[[nodiscard]] int plain_character(std::string_view text);

[[nodiscard]] bool is_utf8(std::string_view text);

/// The text with U+FFFD for each byte that is not UTF-8.
[[nodiscard]] std::string as_utf8(std::string_view text);

}  // namespace semilin
