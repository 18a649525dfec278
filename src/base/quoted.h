// Words in double quotes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace semilin {

/// The text in double quotes, each quote inside doubled.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// Appends to `text` the content of the quoted word at the front of `word`. The
/// bytes of the word; 0 if it does not begin with a quote, or does not end.
[[nodiscard]] std::size_t read_quoted(std::string_view word, std::string& text);

}  // namespace semilin
