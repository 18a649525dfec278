// Printing to standard error: warnings and reports.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "semilin/base/number_text.h"  // as they are printed

namespace semilin::cli {

/// Members stay in the order in which they are added.
using Json = nlohmann::ordered_json;

/// One line on standard error; bytes that are not printable UTF-8 appear as
/// \x..
void say(const std::string& line);

/// A sentence of the library as a user of the command knows it: "the option
/// seed_words" is --seed-words, but not within quotes, and the command that
/// finds words is named.
[[nodiscard]] std::string spelled(std::string sentence);

/// "semilin: warning: ..." on standard error, `spelled`.
void warn(const std::string& message);

/// A word as a shell reads it: in quotes where it needs them.
[[nodiscard]] std::string shell_word(const std::string& word);

/// On one line without its end, and on indented lines; bytes that are not UTF-8
/// are replaced.
[[nodiscard]] std::string json_line(const Json& json, int indent = -1);
[[nodiscard]] std::string json_text(const Json& json);

/// The time in UTC, as strftime writes it in that format.
[[nodiscard]] std::string utc_time(const char* format);

/// Lines of as many cells each, in columns; the first is the head.
using Table = std::vector<std::vector<std::string>>;
[[nodiscard]] std::string to_text(const Table& table);

}  // namespace semilin::cli
