// The fault of a label or an entry that the parser refused.
#pragma once

#include <string>
#include <string_view>

#include "semilin/base/index.h"

namespace semilin::io {

/// `offset`: where in the token the fault lies.
struct TokenFault {
  Index offset = 0;
  std::string expected;
  std::string found;
};

/// The token from `start` to the next blank, '#' or line end.
[[nodiscard]] std::string_view token_at(const char* start);

/// The token begins as "digits:" or "qid:".
[[nodiscard]] bool looks_like_entry(std::string_view token);

/// U+00A0, which looks like a blank and is none.
inline constexpr std::string_view kNoBreakSpace = "\xc2\xa0";

/// True if a token can be a label: it can name a class or is `?`, has no
/// no-break space and is not like an entry.
[[nodiscard]] bool can_be_label(std::string_view token);

/// The words for a label, and for an entry at `start`, that the parser refused;
/// the previous entry has the column `last`, from 0, or there is none: -1.
[[nodiscard]] TokenFault explain_label(std::string_view token);
[[nodiscard]] TokenFault explain_entry(const char* start, bool zero_based,
                                       bool four_bytes, Index last);

}  // namespace semilin::io
