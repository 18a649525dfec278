// The terms of a text: its words, stemmed, in runs, cut to pieces or hashed;
// and pieces and phrases beside them.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "semilin/text/vocabulary.h"

#include "text/words.h"

struct sb_stemmer;

namespace semilin {

/// Appends the pieces of a word that lie in it (WordOptions::pieces), "~"
/// before each. A word of one or two code points has none.
void append_pieces(std::string_view word, std::vector<std::string>& pieces);

/// Whether phrases and pieces can stand beside the terms: these are words, or
/// stems.
[[nodiscard]] bool terms_are_words(const WordOptions& options);

/// The same options without pieces and phrases.
[[nodiscard]] WordOptions words_alone(WordOptions options);

/// A text as a run of its words or stems, with a blank between them.
[[nodiscard]] std::string run_of_terms(std::string_view text,
                                       const WordOptions& options);

/// The runs of two words and more that are terms: those of at most `ngrams`
/// words, pairs as pieces, and phrases.
class WordRuns {
 public:
  explicit WordRuns(const WordOptions& options);

  /// The number of words in the longest one; 1: there are none.
  [[nodiscard]] std::size_t longest() const { return longest_; }
  /// Whether a run of so many words, with a blank between them, is a term.
  [[nodiscard]] bool has(const std::string& run, std::size_t words) const;
  [[nodiscard]] bool is_phrase(const std::string& run) const;
  /// Whether a term is a piece.
  [[nodiscard]] bool is_piece(std::string_view term) const;

 private:
  std::size_t ngrams_, longest_;
  bool pieces_;
  std::unordered_set<std::string> phrases_;
};

/// The terms by WordOptions, one after the other; used like Words.
class Terms {
 public:
  explicit Terms(const WordOptions& options);

  /// Begins with `text`, which must live until the last call of next().
  void start(std::string_view text);
  /// Goes to the next term; false at the end of the text.
  [[nodiscard]] bool next();
  /// The current term; valid until the next call of next() or start().
  [[nodiscard]] std::string_view term() const { return term_; }

 private:
  void cut(std::string_view word);
  void add_word(std::string_view word);

  WordOptions options_;
  WordRuns runs_;
  Words words_;
  std::unique_ptr<sb_stemmer, void (*)(sb_stemmer*)> stemmer_;
  bool words_only_;                 // every word is a term
  std::vector<std::string> terms_;  // terms of the last word
  std::size_t next_ = 0;            // position of the next term
  std::deque<std::string> before_;  // words, the last one first
  std::string_view term_;
};

}  // namespace semilin
