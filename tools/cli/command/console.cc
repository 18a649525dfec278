#include "cli/command/console.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>
#include <cstddef>
#include <ctime>
#include <iostream>
#include <string_view>

#include "semilin/advanced/io/label_text.h"

namespace semilin::cli {
namespace {

// Code points, so that accents do not shift columns.
std::size_t width(const std::string& cell) {
  return std::count_if(cell.begin(), cell.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  });
}

}  // namespace

std::string spelled(std::string sentence) {
  static const std::string kOption = "the option ";
  const auto is_letter = [&](std::size_t at) {
    return at < sentence.size() &&
           std::isalnum(static_cast<unsigned char>(sentence[at])) != 0;
  };
  bool quoted = false;  // names are no options, whatever they are called
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    // an apostrophe stands within a word or ends one
    if (sentence[at] == '\'' &&
        (quoted ? !is_letter(at + 1) : at == 0 || !is_letter(at - 1)))
      quoted = !quoted;
    if (quoted || sentence.compare(at, kOption.size(), kOption) != 0) continue;
    sentence.replace(at, kOption.size(), "--");
    for (at += 2; is_letter(at) || sentence[at] == '_'; ++at)
      if (sentence[at] == '_') sentence[at] = '-';
    constexpr std::string_view kTexts = "--text-columns";  // there: one each
    if (sentence.substr(0, at).ends_with(kTexts)) sentence.erase(--at, 1);
  }
  constexpr std::string_view kMore[] = {
      "; add words that occur in documents of the class",
      "; add words that occur in documents of each class"};
  for (const std::string_view words : kMore)
    if (const std::size_t at = sentence.rfind(words); at != sentence.npos)
      sentence.insert(at + words.size(),
                      " (semilin suggest --words finds some)");
  return sentence;
}

void say(const std::string& line) {
  std::cerr << printable_text(line) + "\n" << std::flush;
}

void warn(const std::string& message) {
  say("semilin: warning: " + spelled(message));
}

std::string shell_word(const std::string& word) {
  const bool plain =
      !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
               std::string_view("_-./:+,=@%").find(c) != std::string_view::npos;
      });
  if (plain) return word;
  std::string quoted = "'";
  for (const char c : word)
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string json_line(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string json_text(const Json& json) {
  return json_line(json, 2) + "\n";
}

std::string utc_time(const char* format) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), format, &parts);
  return text.data();
}

std::string to_text(const Table& table) {
  std::vector<std::size_t> widths(table.front().size());
  for (const auto& line : table) {
    assert(line.size() == widths.size());
    for (std::size_t c = 0; c < line.size(); ++c)
      widths[c] = std::max(widths[c], width(line[c]));
  }
  std::string text;
  for (const auto& line : table) {
    for (std::size_t c = 0; c < line.size(); ++c) {
      const std::string pad(widths[c] - width(line[c]), ' ');
      text += c == 0 ? line[c] + pad : "  " + pad + line[c];
    }
    text += '\n';
  }
  return text;
}

}  // namespace semilin::cli
