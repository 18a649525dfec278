// The tokens of svmlight text, labels and entries, and the words for those that
// the parser refused.
//
// The grammar of labels: a word is a list of labels with commas between; a list
// of one label without a comma is a class, any other a set. A label in quotes
// is a name, one without may be a number, of which all spellings are one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

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

struct WrittenLabel {
  std::string name;
  bool quoted = false;
};

/// A word, read.
struct LabelWord {
  std::vector<WrittenLabel> labels;
  bool set = false;
};

/// The word at the front of a text: its bytes, or those before its fault.
struct WordScan {
  std::size_t size = 0;
  const char* expected = nullptr;  ///< at the fault; null: there is none
};

/// Finds the end of a word: a blank or '#' outside quotes. Its parts must be
/// labels or empty.
[[nodiscard]] WordScan scan_label_word(std::string_view text);

/// Reads a whole word.
[[nodiscard]] LabelWord read_label_word(std::string_view word);

/// The word of labels in quotes: a class, or with `set` a set of any size.
[[nodiscard]] std::string quoted_word(const std::vector<std::string>& labels,
                                      bool set);

/// The words of all classes, which read as these classes: with quotes only
/// where the grammar would give another one.
[[nodiscard]] std::vector<std::string> class_words(
    const std::vector<std::string>& classes, bool sets);

}  // namespace semilin::io
