#include "text/words.h"

#include <algorithm>
#include <array>

#include <utf8proc.h>

#include "semilin/base/error.h"

#include "base/plain_text.h"

namespace semilin {
namespace {

enum class Kind : unsigned char { Separator, Digit, Letter, NotAscii };

constexpr std::array<Kind, 256> kKinds = [] {
  std::array<Kind, 256> kinds{};
  for (int c = '0'; c <= '9'; ++c)
    kinds[c] = Kind::Digit;
  for (int c = 'a'; c <= 'z'; ++c)
    kinds[c] = kinds[c - 'a' + 'A'] = Kind::Letter;
  for (int c = 0x80; c <= 0xFF; ++c)
    kinds[c] = Kind::NotAscii;
  return kinds;
}();

Kind kind_of(char c) {
  return kKinds[static_cast<unsigned char>(c)];
}

bool is_letter(std::int32_t c) {
  const auto category = utf8proc_category(c);
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

// A letter or mark of a script where blanks do not part words: Chinese,
// Japanese, Korean, Thai, Lao, Burmese, Khmer.
bool is_unparted(std::int32_t c) {
  return (c >= 0x0E00 && c <= 0x0EFF) || (c >= 0x1000 && c <= 0x109F) ||
         (c >= 0x1780 && c <= 0x17FF) || (c >= 0x3040 && c <= 0x30FF) ||
         (c >= 0x31F0 && c <= 0x31FF) || (c >= 0x3400 && c <= 0x4DBF) ||
         (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0xAC00 && c <= 0xD7A3) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x3FFFF);
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

Words::Words(const WordOptions& options)
    : min_length_(options.min_length), cjk_bigrams_(options.cjk_bigrams) {
  require(min_length_ > 0, "Words: min_length must be positive");
}

void Words::start(std::string_view text) {
  rest_ = text;
  folded_.clear();
  folded_position_ = 0;
}

// A segment is a longest run of ASCII letters and digits and of other bytes,
// without the digits at its front: normalization never reaches across the ASCII
// characters between segments.
bool Words::next() {
  while (true) {
    if (folded_position_ < folded_.size() && next_folded()) return true;
    const char* const last = rest_.data() + rest_.size();
    const char* begin = rest_.data();
    while (begin != last && kind_of(*begin) < Kind::Letter)
      ++begin;
    const char* end = begin;
    while (end != last &&
           (kind_of(*end) == Kind::Letter || kind_of(*end) == Kind::Digit))
      ++end;
    const bool ascii = end == last || kind_of(*end) != Kind::NotAscii;
    while (end != last && kind_of(*end) != Kind::Separator)
      ++end;
    if (begin == end) return false;
    rest_ = std::string_view(end, last);
    if (!ascii) {
      fold({begin, end});
    } else if (take_ascii({begin, end})) {
      return true;
    }
  }
}

// Letters become lower-case by the bit 0x20, which digits have already.
bool Words::take_ascii(std::string_view segment) {
  if (static_cast<Index>(segment.size()) < min_length_) return false;
  is_lone_ = false;
  word_.assign(segment);
  for (char& c : word_)
    c = static_cast<char>(c | 0x20);
  return true;
}

void Words::fold(std::string_view segment) {
  auto count = decompose(segment, folded_);
  if (count < 0) count = decompose(as_utf8(segment), folded_);
  count = utf8proc_normalize_utf32(folded_.data(), count, kNfkcCasefold);
  folded_.resize(std::max<utf8proc_ssize_t>(count, 0));
  folded_position_ = 0;
}

bool Words::next_folded() {
  while (folded_position_ < folded_.size()) {
    const auto from = folded_.begin() + folded_position_;
    const auto begin = std::find_if(from, folded_.end(), is_letter);
    const bool pairs =
        cjk_bigrams_ && begin != folded_.end() && is_unparted(*begin);
    auto end = std::find_if(begin, folded_.end(), [&](std::int32_t c) {
      return !continues_word(c) || (cjk_bigrams_ && is_unparted(c) != pairs);
    });
    folded_position_ = end - folded_.begin();
    is_lone_ = false;
    if (pairs) {  // the second letter begins the next pair
      const auto second = std::find_if(begin + 1, end, is_letter);
      const auto third =
          second == end ? end : std::find_if(second + 1, end, is_letter);
      if (third != end) folded_position_ = second - folded_.begin();
      is_lone_ = second == end;
      end = third;
    }
    if (end - begin < min_length_ && !pairs) continue;
    word_.clear();
    for (auto c = begin; c != end; ++c)
      append_utf8(*c, word_);
    return true;
  }
  return false;
}

}  // namespace semilin
