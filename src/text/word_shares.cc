#include "text/word_shares.h"

#include <map>
#include <set>

#include "text/terms.h"

namespace semilin {
namespace {

class Sharing {
 public:
  Sharing(std::span<const std::int32_t> columns, const Vocabulary& vocabulary)
      : columns_(columns), vocabulary_(vocabulary) {}

  std::vector<WordOfRow> share(const std::optional<std::string>& text) {
    for (position_ = 0; position_ < columns_.size(); ++position_)
      if (!is_piece()) give_whole();
    if (text) add_words(*text);
    for (position_ = 0; position_ < columns_.size(); ++position_)
      if (is_piece() && term()[0] != '~') halve();
    // once all words are known
    for (position_ = 0; position_ < columns_.size(); ++position_)
      if (is_piece() && term()[0] == '~') divide();
    std::erase_if(words_, [](const auto& one) { return one.shares.empty(); });
    return std::move(words_);
  }

 private:
  [[nodiscard]] Index column() const { return columns_[position_]; }
  [[nodiscard]] bool is_term() const {
    return column() < std::ssize(vocabulary_.terms);
  }
  [[nodiscard]] bool is_piece() const {
    return is_term() && column() >= vocabulary_.words_and_phrases();
  }
  [[nodiscard]] const std::string& term() const {
    return vocabulary_.terms[column()];
  }

  std::size_t place_of(const std::string& word) {
    const auto [own, is_new] = places_.emplace(word, words_.size());
    if (!is_new) return own->second;
    words_.push_back({word});
    if (!vocabulary_.words.pieces || word.find(' ') != word.npos)
      return own->second;
    std::vector<std::string> runs;
    append_pieces(word, runs);
    for (const std::string& run : runs)
      holders_[run].insert(own->second);
    return own->second;
  }

  void give(std::size_t place, double share) {
    words_[place].shares.emplace_back(position_, share);
  }

  // A word, a phrase, or a feature that is no term.
  void give_whole() {
    const std::size_t place = is_term() ? place_of(term()) : words_.size();
    if (!is_term()) words_.emplace_back();
    words_[place].column = column();
    give(place, 1);
  }

  void add_words(const std::string& text) {
    Terms terms(words_alone(vocabulary_.words));
    terms.start(text);
    while (terms.next())
      (void)place_of(std::string(terms.term()));
  }

  // A pair of words.
  void halve() {
    const std::size_t blank = term().find(' ');
    give(place_of(term().substr(0, blank)), 0.5);
    give(place_of(term().substr(blank + 1)), 0.5);
  }

  // A run of letters.
  void divide() {
    const auto found = holders_.find(term());
    if (found == holders_.end())
      return give(place_of(std::string(kOtherWords)), 1);
    const std::set<std::size_t>& own = found->second;
    for (const std::size_t place : own)
      give(place, 1 / static_cast<double>(own.size()));
  }

  std::span<const std::int32_t> columns_;
  const Vocabulary& vocabulary_;
  std::size_t position_ = 0;
  std::vector<WordOfRow> words_;
  std::map<std::string, std::size_t> places_;             // of words
  std::map<std::string, std::set<std::size_t>> holders_;  // of runs of letters
};

}  // namespace

std::vector<WordOfRow> words_of_row(std::span<const std::int32_t> columns,
                                    const Vocabulary& vocabulary,
                                    const std::optional<std::string>& text) {
  return Sharing(columns, vocabulary).share(text);
}

}  // namespace semilin
