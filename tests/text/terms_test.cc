#include "text/terms.h"

#include "semilin/text/vectorize.h"

#include "support/test.h"

namespace semilin::test {
namespace {

Strings terms(const std::string& text, const WordOptions& options = {}) {
  Terms terms(options);
  Strings all;
  terms.start(text);
  while (terms.next())
    all.emplace_back(terms.term());
  return all;
}

// Columns and values, one behind the other.
Doubles entries(const CsrStore& rows) {
  Doubles all;
  rows.visit([&](const auto& view) {
    for (Index e = 0; e < view.nonzeros(); ++e) {
      all.push_back(view.columns[e]);
      all.push_back(static_cast<double>(view.values[e]));
    }
  });
  return all;
}

TEST_CASE("without options the terms are the words") {
  CHECK(terms("The cat, the Dog") == Strings{"the", "cat", "the", "dog"});
}

TEST_CASE("runs of words end with each word") {
  CHECK(
      terms("one two three", {.ngrams = 3}) ==
      Strings{"one", "two", "one two", "three", "two three", "one two three"});
  Terms twice({.ngrams = 2});
  twice.start("one two");
  twice.start("three");
  CHECK(twice.next());
  CHECK_FALSE(twice.next());
}

TEST_CASE("pieces of words are runs of code points with marked ends") {
  CHECK(terms("abc", {.char_ngrams = 4}) ==
        Strings{" ab", "abc", "bc ", " abc", "abc "});
  CHECK(terms("\xC3\xBC\x62", {.char_ngrams = 3}) ==
        Strings{" \xC3\xBC\x62", "\xC3\xBC\x62 "});
}

TEST_CASE("words are stemmed by Snowball's rules of the language") {
  CHECK(terms("engines running", {.stem = Stemmer::English}) ==
        Strings{"engin", "run"});
  CHECK(terms("H\xC3\xA4user laufend", {.stem = Stemmer::German}) ==
        Strings{"haus", "laufend"});
  for (const Stemmer language : kStemmers)
    CHECK(terms("word", {.stem = language}).size() == 1);
}

TEST_CASE("Chinese, Japanese and Korean are cut into bigrams") {
  // "machine learning" in Chinese, a Latin word, one character
  const std::string text =
      "\xE6\x9C\xBA\xE5\x99\xA8\xE5\xAD\xA6\xE4\xB9\xA0Linux\xE5\xA5\xBD, "
      "\xEA\xB0\x80\xEB\x82\x98";
  CHECK(terms(text) == Strings{"\xE6\x9C\xBA\xE5\x99\xA8",
                               "\xE5\x99\xA8\xE5\xAD\xA6",
                               "\xE5\xAD\xA6\xE4\xB9\xA0", "linux",
                               "\xE5\xA5\xBD", "\xEA\xB0\x80\xEB\x82\x98"});
  CHECK(terms(text, {.cjk_bigrams = false}).size() == 2);
}

TEST_CASE("hashing has at most so many terms, the same in every run") {
  std::string text;
  for (int i = 0; i < 1000; ++i)
    text += " w" + std::to_string(i);
  Strings all = terms(text, {.hash_bits = 4});
  CHECK(all.size() == 1000);
  CHECK(all[0] == "#d");
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  CHECK(all.size() == 16);
}

TEST_CASE("a document is measured alike when learned and later") {
  const Strings documents = {"a cat and cats", "the cats run and run",
                             "a dog runs", "dogs and the engines of dogs",
                             "engine"};
  for (const Weighting weighting : kWeightings) {
    for (const WordOptions& words :
         {WordOptions{}, WordOptions{.stem = Stemmer::English, .ngrams = 2},
          WordOptions{.char_ngrams = 5}, WordOptions{.hash_bits = 3}}) {
      VocabularyOptions options;
      options.words = words;
      options.weighting = weighting;
      const TextFeatures learned = learn_vocabulary(documents, options, 1);
      const Vocabulary again =
          vocabulary_from_archive(to_archive(learned.vocabulary));
      CHECK(again.words == words);
      CHECK(again.weighting == weighting);
      CHECK(entries(vectorize(documents, again, 1)) == entries(learned.rows));
    }
  }
}

TEST_CASE("BM25 grows less with counts, and less in long documents") {
  VocabularyOptions options;
  options.weighting = Weighting::Bm25;
  options.min_documents = 1;
  const Strings documents = {"aa aa aa bb", "cc dd"};
  const TextFeatures features = learn_vocabulary(documents, options, 1);
  // mean length 3; idf is log 2 for all: weights 2.2 c / (c + 1.2 (0.25 +
  // 0.75 * 4 / 3)) of c = 3 and 1 in the first document
  const double three = 2.2 * 3 / (3 + 1.5);
  const double one = 2.2 / (1 + 1.5);
  CHECK(features.vocabulary.mean_length == 3);
  const Doubles rows = entries(features.rows);
  CHECK(rows[1] / rows[3] == doctest::Approx(three / one));
}

}  // namespace
}  // namespace semilin::test
