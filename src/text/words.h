// Cuts a text into words: lower-cased, normalized, Unicode-aware.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/text/vocabulary.h"

namespace semilin {

/// The words of a text, one after the other:
///
///   Words words(options);
///   words.start(text);
///   while (words.next()) use(words.word());
///
/// The text is taken as UTF-8, case-folded and normalized (NFKC_Casefold of
/// Unicode: ligatures and full-width letters become plain, accents are
/// composed, soft hyphens vanish). A word is a longest run of letters, marks
/// and decimal digits that begins with a letter; digits and marks before the
/// first letter are skipped ("3rd" gives "rd"). Of scripts that do not part
/// their words (Chinese, Japanese and Korean, Thai, Lao, Khmer, Burmese) each
/// two neighboring letters, with their marks, are a word, unless cjk_bigrams is
/// false: then a run is one word. A byte that is not UTF-8 ends the word, as
/// U+FFFD would. Plain ASCII words take a fast path.
class Words {
 public:
  /// Has no word until start().
  explicit Words(const WordOptions& options = {});

  /// Begins with `text`, which must live until the last call of next().
  void start(std::string_view text);
  /// Goes to the next word; false at the end of the text.
  [[nodiscard]] bool next();
  /// The current word; valid until the next call of next() or start().
  [[nodiscard]] std::string_view word() const { return word_; }
  /// True if it is one letter of such a script.
  [[nodiscard]] bool is_lone() const { return is_lone_; }

 private:
  bool next_folded();
  bool take_ascii(std::string_view segment);
  void fold(std::string_view segment);

  Index min_length_;
  bool cjk_bigrams_;
  bool is_lone_ = false;
  std::string_view rest_;             // what is left of the text
  std::vector<std::int32_t> folded_;  // code points of a non-ASCII segment
  std::size_t folded_position_ = 0;
  std::string word_;
};

}  // namespace semilin
