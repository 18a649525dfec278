// Text that may be printed and kept in JSON, text in quotes, and lists of
// texts.
#pragma once

#include <cstddef>
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

/// The text as people compare it: in lower case, compatible characters such as
/// full-width ones alike (Unicode's normal form KC), without characters that
/// cannot be seen, runs of blanks, and a final dot.
[[nodiscard]] std::string folded(std::string_view text);

/// "a, b and 3 more".
[[nodiscard]] std::string listed(const std::vector<std::string>& all);

/// The bytes of the character at the front of `text`, which is not empty; 0 if
/// they are not UTF-8 or a control character.
[[nodiscard]] int plain_character(std::string_view text);

[[nodiscard]] bool is_utf8(std::string_view text);

/// The text with U+FFFD for each byte that is not UTF-8.
[[nodiscard]] std::string as_utf8(std::string_view text);

/// 'token' as an error message shows it: cut behind 40 bytes, with \x.. for
/// control characters and bytes that are not UTF-8.
[[nodiscard]] std::string quote(std::string_view token);

/// Appends the byte as \x...
void append_escaped(char byte, std::string& text);

/// The text in double quotes, each quote inside doubled.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// Appends to `text` the content of the quoted word at the front of `word`. The
/// bytes of the word; 0 if it does not begin with a quote, or does not end.
[[nodiscard]] std::size_t read_quoted(std::string_view word, std::string& text);

/// The fields of one line; delimiters between double quotes are text, and the
/// quotes themselves are dropped.
[[nodiscard]] std::vector<std::string> split_fields(std::string_view line,
                                                    char delimiter);

/// The texts as one, each ended by `end`, which none of them has.
[[nodiscard]] std::string packed(const std::vector<std::string>& texts,
                                 char end);
/// The reverse; the last text may lack its end.
[[nodiscard]] std::vector<std::string> unpacked(std::string_view text,
                                                char end);

}  // namespace semilin
