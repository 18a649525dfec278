// How text files spell the names of classes, and how messages show text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace semilin {

/// True for a possible name of a class: UTF-8, not empty, not `?`, which means
/// unlabeled, and without control characters such as tabs and line ends.
[[nodiscard]] bool can_name_class(std::string_view name);

/// A name as all readers and options take it: without what cannot be seen at
/// its ends (blanks, tabs, no-break and zero-width spaces, byte order marks),
/// and with accents composed (Unicode's normal form C), so that all spellings
/// of what looks the same are one name.
[[nodiscard]] std::string normal_name(std::string_view name);

/// The names in a list that commas separate. A name in double quotes may
/// contain commas.
[[nodiscard]] std::vector<std::string> split_list(std::string_view list);

/// The name as one word of a text: as it is, or in double quotes, with each
/// quote inside doubled, if it has a blank, a no-break space, a comma or '#',
/// begins with a quote, or looks like an entry: "Cars: parts".
[[nodiscard]] std::string label_word(const std::string& name);

/// The words of several labels, with commas between; "," for none.
[[nodiscard]] std::string set_word(const std::vector<std::string>& names);

/// Any text on one line as it may be printed: control characters and bytes that
/// are not UTF-8 in hexadecimal, after a backslash and an x.
[[nodiscard]] std::string printable_text(std::string_view text);

/// The text with U+FFFD for each byte that is not UTF-8.
[[nodiscard]] std::string utf8_text(std::string_view text);

}  // namespace semilin
