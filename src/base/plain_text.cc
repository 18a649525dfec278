#include "base/plain_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <utf8proc.h>

namespace semilin {
namespace {

bool is_plain_ascii(char c) {
  return c >= ' ' && c <= '~';
}

bool is_between(char c, int low, int high) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= low && byte <= high;
}

// The bytes of the character at the front of `text`; 0: not UTF-8.
std::size_t utf8_size(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return 1;
  const std::size_t size = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
  // Neither longer than need be, nor a surrogate, nor beyond U+10FFFF.
  const int low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  const int high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  if (!is_between(text[1], low, high)) return 0;
  for (std::size_t i = 2; i < size; ++i)
    if (!is_between(text[i], 0x80, 0xbf)) return 0;
  return size;
}

// True if no byte of these is beyond ASCII.
template <std::size_t kWords>
bool are_ascii(const char* bytes) {
  std::array<std::uint64_t, kWords> words;
  std::memcpy(words.data(), bytes, sizeof words);
  std::uint64_t any = 0;
  for (const std::uint64_t word : words)
    any |= word;
  return (any & 0x8080808080808080U) == 0;
}

// A number of bytes at the front that are ASCII: all but the last few.
std::size_t ascii_bytes(std::string_view text) {
  std::size_t at = 0;
  while (at + 64 <= text.size() && are_ascii<8>(text.data() + at))
    at += 64;
  while (at + 8 <= text.size() && are_ascii<1>(text.data() + at))
    at += 8;
  return at;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::array<std::string_view, 5> kUnseen = {" ", "\t", "\u00a0",
                                                       "\u200b", "\ufeff"};
  const auto may_end = [](char c) {
    return c == ' ' || c == '\t' || static_cast<unsigned char>(c) >= 0x80;
  };
  bool found = !text.empty() && (may_end(text.front()) || may_end(text.back()));
  while (found) {
    found = false;
    for (const std::string_view unseen : kUnseen) {
      if (text.starts_with(unseen)) {
        text.remove_prefix(unseen.size());
        found = true;
      } else if (text.ends_with(unseen)) {
        text.remove_suffix(unseen.size());
        found = true;
      }
    }
  }
  return text;
}

namespace {

std::string mapped(std::string_view text, int options) {
  utf8proc_uint8_t* found = nullptr;
  const auto size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &found,
                   static_cast<utf8proc_option_t>(options));
  std::string all(text);
  if (size >= 0) all.assign(reinterpret_cast<const char*>(found), size);
  std::free(found);  // NOLINT(cppcoreguidelines-*): of C
  return all;
}

}  // namespace

std::string composed(std::string_view text) {
  // below U+0300, or from U+4000 to U+9FFF, nothing is composed
  if (std::all_of(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0xcc || (byte >= 0xe4 && byte <= 0xe9);
      }))
    return std::string(text);
  return mapped(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}

std::string folded(std::string_view text) {
  std::string all;
  for (const char c :
       mapped(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT |
                        UTF8PROC_CASEFOLD | UTF8PROC_IGNORE))
    if (c != ' ' || (!all.empty() && all.back() != ' ')) all += c;
  return std::string(trimmed(
      all.ends_with('.') ? std::string_view(all).substr(0, all.size() - 1)
                         : std::string_view(all)));
}

bool is_utf8(std::string_view text) {
  if (text.size() >= 8 && ascii_bytes(text) + 8 > text.size())
    text.remove_prefix(text.size() - 8);
  while (true) {
    text.remove_prefix(ascii_bytes(text));
    for (std::size_t i = 0; i < 8 && !text.empty(); ++i) {
      const std::size_t size = utf8_size(text);
      if (size == 0) return false;
      text.remove_prefix(size);
    }
    if (text.empty()) return true;
  }
}

std::string as_utf8(std::string_view text) {
  std::string valid;
  while (!text.empty()) {
    const std::size_t size = utf8_size(text);
    valid += size > 0 ? text.substr(0, size) : "\uFFFD";
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return valid;
}

std::string listed(const std::vector<std::string>& all) {
  constexpr std::size_t kMost = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), kMost); ++i)
    text += (i == 0 ? "" : ", ") + all[i];
  return all.size() <= kMost
             ? text
             : text + " and " + std::to_string(all.size() - kMost) + " more";
}

int plain_character(std::string_view text) {
  if (is_plain_ascii(text[0])) return 1;
  utf8proc_int32_t point = 0;
  const auto size =
      utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                       static_cast<utf8proc_ssize_t>(text.size()), &point);
  const bool plain =
      size > 0 && utf8proc_category(point) != UTF8PROC_CATEGORY_CC;
  return plain ? static_cast<int>(size) : 0;
}

bool is_plain_text(std::string_view text) {
  if (std::all_of(text.begin(), text.end(), is_plain_ascii)) return true;
  while (!text.empty()) {
    const int size = plain_character(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

std::string quote(std::string_view token) {
  constexpr std::size_t kMost = 40;
  std::string quoted = "'";
  std::size_t done = 0;
  while (done < token.size() && done < kMost) {
    const int size = plain_character(token.substr(done));
    if (size == 0) append_escaped(token[done], quoted);
    quoted += token.substr(done, size);
    done += std::max(size, 1);
  }
  if (done < token.size()) quoted += "...";
  return quoted + "'";
}

void append_escaped(char byte, std::string& text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  const auto number = static_cast<unsigned char>(byte);
  text.append("\\x") += kHex[number >> 4];
  text += kHex[number & 15];
}

std::string in_quotes(std::string_view text) {
  std::string word = "\"";
  for (const char c : text)
    word.append(c == '"' ? 2 : 1, c);
  return word + '"';
}

std::size_t read_quoted(std::string_view word, std::string& text) {
  if (!word.starts_with('"')) return 0;
  for (std::size_t i = 1; i < word.size(); ++i) {
    if (word[i] == '"') {
      ++i;
      if (i == word.size() || word[i] != '"') return i;
    }
    text += word[i];
  }
  return 0;
}

std::vector<std::string> split_fields(std::string_view line, char delimiter) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == delimiter && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

std::string packed(const std::vector<std::string>& texts, char end) {
  std::string all;
  for (const std::string& text : texts)
    all.append(text).push_back(end);
  return all;
}

std::vector<std::string> unpacked(std::string_view text, char end) {
  std::vector<std::string> all;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find(end), text.size());
    all.emplace_back(text.substr(0, size));
    text.remove_prefix(std::min(size + 1, text.size()));
  }
  return all;
}

}  // namespace semilin
