#include "text/terms.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include <libstemmer.h>

#include "semilin/base/error.h"

namespace semilin {
namespace {

constexpr std::size_t kShortestPiece = 3;

sb_stemmer* new_stemmer(Stemmer language) {
  if (language == Stemmer::None) return nullptr;
  sb_stemmer* stemmer =
      sb_stemmer_new(std::string(to_string(language)).c_str(), "UTF_8");
  require(stemmer != nullptr, "no stemmer for this language");
  return stemmer;
}

std::string_view stem(sb_stemmer* stemmer, std::string_view word) {
  const auto* stemmed =
      sb_stemmer_stem(stemmer, reinterpret_cast<const sb_symbol*>(word.data()),
                      static_cast<int>(word.size()));
  if (stemmed == nullptr) throw std::bad_alloc();
  return {reinterpret_cast<const char*>(stemmed),
          static_cast<std::size_t>(sb_stemmer_length(stemmer))};
}

// FNV-1a, mixed once more, since the low bits choose the bucket.
std::uint64_t bucket_hash(std::string_view term) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : term)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  hash ^= hash >> 32;
  hash *= 0xd6e8feb86659fd93;
  return hash ^ (hash >> 32);
}

// "#1f": the bucket's number; no word begins so.
void replace_by_bucket(std::string& term, Index bits) {
  const std::uint64_t bucket =
      bucket_hash(term) & ((std::uint64_t{1} << bits) - 1);
  std::array<char, 16> digits{};
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), bucket, 16);
  term.assign("#").append(digits.data(), end.ptr);
}

// Where each code point of a UTF-8 text begins, and its end.
std::vector<std::size_t> code_points(std::string_view text) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < text.size(); ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80)
      starts.push_back(i);
  starts.push_back(text.size());
  return starts;
}

// Appends the runs of `shortest` to `longest` code points of the text, `mark`
// before each.
void append_runs(std::string_view text, std::size_t shortest,
                 std::size_t longest, std::string_view mark,
                 std::vector<std::string>& runs) {
  const std::vector<std::size_t> starts = code_points(text);
  const std::size_t points = starts.size() - 1;
  for (std::size_t n = shortest; n <= longest && n <= points; ++n) {
    for (std::size_t i = 0; i + n <= points; ++i)
      runs.emplace_back(mark).append(
          text.substr(starts[i], starts[i + n] - starts[i]));
  }
}

std::string padded(std::string_view word) {
  return " " + std::string(word) + " ";
}

}  // namespace

void append_pieces(std::string_view word, std::vector<std::string>& pieces) {
  constexpr std::size_t kLongestPiece = 4;
  const std::string text = padded(word);
  const std::size_t points = code_points(text).size() - 1;
  if (points < kShortestPiece + 2) return;
  // the whole text is no piece of itself
  append_runs(text, kShortestPiece, std::min(kLongestPiece, points - 1), "~",
              pieces);
}

bool terms_are_words(const WordOptions& options) {
  return options.ngrams == 1 && options.char_ngrams == 0 &&
         options.hash_bits == 0;
}

WordRuns::WordRuns(const WordOptions& options)
    : ngrams_(static_cast<std::size_t>(options.ngrams)),
      longest_(std::max<std::size_t>(ngrams_, options.pieces ? 2 : 1)),
      pieces_(options.pieces),
      phrases_(options.phrases.begin(), options.phrases.end()) {
  for (const std::string& phrase : phrases_)
    longest_ =
        std::max<std::size_t>(longest_, 1 + std::ranges::count(phrase, ' '));
}

bool WordRuns::has(const std::string& run, std::size_t words) const {
  return words <= ngrams_ || (words == 2 && pieces_) || is_phrase(run);
}

bool WordRuns::is_phrase(const std::string& run) const {
  return phrases_.contains(run);
}

bool WordRuns::is_piece(std::string_view term) const {
  return pieces_ && (term.starts_with('~') || (term.find(' ') != term.npos &&
                                               !is_phrase(std::string(term))));
}

Terms::Terms(const WordOptions& options)
    : options_(options),
      runs_(options),
      words_(options),
      stemmer_(new_stemmer(options.stem), sb_stemmer_delete),
      words_only_(options.stem == Stemmer::None && terms_are_words(options) &&
                  runs_.longest() == 1) {}

void Terms::start(std::string_view text) {
  words_.start(text);
  terms_.clear();
  next_ = 0;
  before_.clear();
}

bool Terms::next() {
  while (next_ == terms_.size()) {
    if (!words_.next()) return false;
    if (words_only_) {
      term_ = words_.word();
      return true;
    }
    cut(words_.word());
  }
  term_ = terms_[next_++];
  return true;
}

void Terms::cut(std::string_view word) {
  terms_.clear();
  next_ = 0;
  if (stemmer_) word = stem(stemmer_.get(), word);
  if (options_.char_ngrams > 0) {
    append_runs(padded(word), kShortestPiece,
                static_cast<std::size_t>(options_.char_ngrams), "", terms_);
  } else {
    add_word(word);
  }
  if (options_.hash_bits == 0) return;
  for (std::string& term : terms_)
    replace_by_bucket(term, options_.hash_bits);
}

// The word, the runs of words that end with it, and its pieces.
void Terms::add_word(std::string_view word) {
  terms_.emplace_back(word);
  std::string run(word);
  std::size_t words = 1;
  for (const std::string& earlier : before_) {
    run.insert(0, earlier + " ");
    if (runs_.has(run, ++words)) terms_.push_back(run);
  }
  if (options_.pieces) append_pieces(word, terms_);
  before_.emplace_front(word);
  if (before_.size() >= runs_.longest()) before_.pop_back();
}

WordOptions words_alone(WordOptions options) {
  options.pieces = false;
  options.phrases.clear();
  return options;
}

std::string run_of_terms(std::string_view text, const WordOptions& options) {
  Terms terms(words_alone(options));
  std::string run;
  terms.start(text);
  while (terms.next())
    run.append(run.empty() ? "" : " ").append(terms.term());
  return run;
}

}  // namespace semilin
