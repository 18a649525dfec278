#include "base/plain_text.h"

#include <algorithm>

#include <utf8proc.h>

namespace semilin {
namespace {

bool is_plain_ascii(char c) {
  return c >= ' ' && c <= '~';
}

}  // namespace

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

}  // namespace semilin
