#include "io/entry_fault.h"

#include <algorithm>

#include "semilin/advanced/io/label_text.h"

#include "base/plain_text.h"
#include "io/block_parser.h"
#include "io/number_scanner.h"

namespace semilin::io {
namespace {

// True for blanks alone, such as those of no width, which begin beyond ASCII.
bool is_blank(std::string_view token) {
  return !token.empty() && static_cast<unsigned char>(token[0]) >= 0x80 &&
         normal_name(token).empty();
}

// The index in `digits`, at most a little above what is allowed.
Index bounded_index(std::string_view digits) {
  Index index = 0;
  for (const char c : digits)
    index = std::min<Index>(index * 10 + (c - '0'), kMaxColumn + 2);
  return index;
}

TokenFault explain_order(std::string_view token, Index index, Index last) {
  const bool duplicate = index == last;
  return {
      0, "an index above " + std::to_string(last),
      quote(token) + (duplicate ? " (a duplicate)" : " (indices must ascend)")};
}

TokenFault explain_value(std::string_view value, Index offset, bool four_bytes,
                         const ScannedNumber& number) {
  if (value.empty()) return {offset, "a value behind ':'", "none"};
  switch (number.fault) {
    case NumberFault::NotFinite:
      return {offset, "a finite number", quote(value)};
    case NumberFault::Malformed:
      return {offset, "a number", quote(value)};
    default:
      break;
  }
  if (number.fault == NumberFault::None &&
      number.end != value.data() + value.size()) {
    return {offset, "a number", quote(value)};
  }
  return {offset,
          four_bytes ? "a number that fits 4 bytes (up to 3.4e38)"
                     : "a number that fits 8 bytes (up to 1.7e308)",
          quote(value)};
}

}  // namespace

std::string_view token_at(const char* start) {
  const char* end = start;
  while (*end != ' ' && *end != '\t' && *end != '\n' && *end != '#' &&
         !(*end == '\r' && end[1] == '\n'))
    ++end;
  return {start, static_cast<std::size_t>(end - start)};
}

bool looks_like_entry(std::string_view token) {
  const std::size_t colon = token.find(':');
  if (colon == token.npos || colon == 0) return false;
  const std::string_view front = token.substr(0, colon);
  return front == "qid" || std::all_of(front.begin(), front.end(), is_digit);
}

bool can_be_label(std::string_view token) {
  return !looks_like_entry(token) && token.find(kNoBreakSpace) == token.npos &&
         (token == "?" || can_name_class(token)) && !is_blank(token);
}

TokenFault explain_label(std::string_view token) {
  if (looks_like_entry(token)) return {0, "a label", quote(token)};
  if (token.find(kNoBreakSpace) != token.npos) {
    return {0, "a label in quotes, or blanks that are no no-break spaces",
            quote(token)};
  }
  return {0, "text (a label)", quote(token)};
}

TokenFault explain_entry(const char* start, bool zero_based, bool four_bytes,
                         Index last) {
  const std::string_view token = token_at(start);
  const std::size_t colon = token.find(':');
  if (colon == token.npos) return {0, "index:value", quote(token)};
  const std::string_view digits = token.substr(0, colon);
  if (digits.empty() || !std::all_of(digits.begin(), digits.end(), is_digit)) {
    return {0, "an index (digits)", quote(digits)};
  }
  const Index base = zero_based ? 0 : 1;
  const Index index = bounded_index(digits);
  if (index < base) {
    return {0, "an index from 1, or zero-based data", quote(token)};
  }
  if (index > kMaxColumn + base) {
    return {0, "an index up to " + std::to_string(kMaxColumn + base),
            quote(digits)};
  }
  if (index <= last + base && last >= 0) {
    return explain_order(token, index, last + base);
  }
  const std::string_view value = token.substr(colon + 1);
  return explain_value(value, static_cast<Index>(colon) + 1, four_bytes,
                       scan_number_slowly(value.data()));
}

}  // namespace semilin::io
