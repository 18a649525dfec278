// The terms of a text: its words, stemmed, in runs, cut to pieces or hashed.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/text/vocabulary.h"

#include "text/words.h"

struct sb_stemmer;

namespace semilin {

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
  void add_runs(std::string_view word);
  void add_pieces(std::string_view word);

  WordOptions options_;
  Words words_;
  std::unique_ptr<sb_stemmer, void (*)(sb_stemmer*)> stemmer_;
  bool words_only_;                 // every word is a term
  std::vector<std::string> terms_;  // terms of the last word
  std::size_t next_ = 0;            // position of the next term
  std::deque<std::string> before_;  // words, the last one first
  std::string_view term_;
};

}  // namespace semilin
