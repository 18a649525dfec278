#include "semilin/text/words.h"

#include <algorithm>
#include <array>

#include <utf8proc.h>

#include "semilin/base/error.h"

namespace semilin {
namespace {

constexpr std::int32_t kReplacement = 0xFFFD;

// 0: separates words; 'a'..'z', '0'..'9': what the byte becomes; 1: not ASCII.
constexpr unsigned char kSeparator = 0;
constexpr unsigned char kNotAscii = 1;
constexpr std::array<unsigned char, 256> kFold = [] {
  std::array<unsigned char, 256> table{};
  for (int c = '0'; c <= '9'; ++c)
    table[c] = static_cast<unsigned char>(c);
  for (int c = 'a'; c <= 'z'; ++c) {
    table[c] = static_cast<unsigned char>(c);
    table[c - 'a' + 'A'] = static_cast<unsigned char>(c);
  }
  for (int c = 0x80; c <= 0xFF; ++c)
    table[c] = kNotAscii;
  return table;
}();

unsigned char fold_byte(char c) {
  return kFold[static_cast<unsigned char>(c)];
}

bool is_letter(std::int32_t c) {
  const auto category = utf8proc_category(c);
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

bool continues_word(std::int32_t c) {
  const auto category = utf8proc_category(c);
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_ND;
}

void append_utf8(std::int32_t c, std::string& text) {
  std::array<utf8proc_uint8_t, 4> bytes{};
  const auto size = utf8proc_encode_char(c, bytes.data());
  text.append(bytes.begin(), bytes.begin() + size);
}

// The segment with U+FFFD in place of every byte that is not UTF-8.
std::string repaired(std::string_view segment) {
  std::string text;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(segment.data());
  auto left = static_cast<utf8proc_ssize_t>(segment.size());
  while (left > 0) {
    std::int32_t c = 0;
    const auto size = utf8proc_iterate(bytes, left, &c);
    append_utf8(size > 0 ? c : kReplacement, text);
    const auto step = size > 0 ? size : 1;
    bytes += step;
    left -= step;
  }
  return text;
}

constexpr auto kNfkcCasefold = static_cast<utf8proc_option_t>(
    UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD |
    UTF8PROC_IGNORE);

// Fills `points` and returns their number; negative if `text` is not UTF-8.
utf8proc_ssize_t decompose(std::string_view text,
                           std::vector<std::int32_t>& points) {
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  const auto size = static_cast<utf8proc_ssize_t>(text.size());
  points.resize(std::max(points.size(), 2 * text.size()));
  while (true) {
    const auto room = static_cast<utf8proc_ssize_t>(points.size());
    const auto count =
        utf8proc_decompose(bytes, size, points.data(), room, kNfkcCasefold);
    if (count <= room) return count;
    points.resize(count);
  }
}

}  // namespace

Words::Words(const WordOptions& options) : min_length_(options.min_length) {
  require(min_length_ > 0, "Words: min_length must be positive");
}

void Words::start(std::string_view text) {
  rest_ = text;
  folded_.clear();
  folded_position_ = 0;
}

// A segment is a longest run of ASCII letters and digits and of other bytes:
// normalisation never reaches across the ASCII characters between segments.
bool Words::next() {
  while (true) {
    if (next_folded()) return true;
    const auto begin = std::find_if(rest_.begin(), rest_.end(), [](char c) {
      return fold_byte(c) != kSeparator;
    });
    if (begin == rest_.end()) return false;
    bool ascii = true;
    auto end = begin;
    for (; end != rest_.end() && fold_byte(*end) != kSeparator; ++end) {
      ascii = ascii && fold_byte(*end) != kNotAscii;
    }
    const std::string_view segment(begin, end);
    rest_ = std::string_view(end, rest_.end());
    if (!ascii) {
      fold(segment);
    } else if (take_ascii(segment)) {
      return true;
    }
  }
}

bool Words::take_ascii(std::string_view segment) {
  const auto begin = std::find_if(segment.begin(), segment.end(),
                                  [](char c) { return fold_byte(c) > '9'; });
  word_.resize(segment.end() - begin);
  std::transform(begin, segment.end(), word_.begin(),
                 [](char c) { return static_cast<char>(fold_byte(c)); });
  return static_cast<Index>(word_.size()) >= min_length_;
}

void Words::fold(std::string_view segment) {
  auto count = decompose(segment, folded_);
  if (count < 0) count = decompose(repaired(segment), folded_);
  count = utf8proc_normalize_utf32(folded_.data(), count, kNfkcCasefold);
  folded_.resize(std::max<utf8proc_ssize_t>(count, 0));
  folded_position_ = 0;
}

bool Words::next_folded() {
  while (folded_position_ < folded_.size()) {
    const auto from = folded_.begin() + folded_position_;
    const auto begin = std::find_if(from, folded_.end(), is_letter);
    const auto end = std::find_if_not(begin, folded_.end(), continues_word);
    folded_position_ = end - folded_.begin();
    if (end - begin < min_length_) continue;
    word_.clear();
    for (auto c = begin; c != end; ++c)
      append_utf8(*c, word_);
    return true;
  }
  return false;
}

}  // namespace semilin
