// The grammar of labels in svmlight text. A word is a list of labels with
// commas between; a list of one label without a comma is a class, any other a
// set. A label in quotes is a name, one without may be a number, of which all
// spellings are one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace semilin::io {

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
