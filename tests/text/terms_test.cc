#include "text/terms.h"

#include "semilin/text/vectorize.h"

#include "support/rows.h"

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

TEST_CASE("terms are words, their stems, runs or pieces") {
  // "machine learning" in Chinese, a Latin word, one character, two in Korean
  const std::string letters =
      "\xE6\x9C\xBA\xE5\x99\xA8\xE5\xAD\xA6\xE4\xB9\xA0Linux\xE5\xA5\xBD, "
      "\xEA\xB0\x80\xEB\x82\x98";
  struct Case {
    std::string text;
    WordOptions options;
    Strings terms;
  };
  for (const Case& one : {
           Case{"The cat, the Dog", {}, {"the", "cat", "the", "dog"}},
           {"one two three",
            {.ngrams = 3},
            {"one", "two", "one two", "three", "two three", "one two three"}},
           // code points with marked ends
           {"abc", {.char_ngrams = 4}, {" ab", "abc", "bc ", " abc", "abc "}},
           {"\u00fc"
            "b",
            {.char_ngrams = 3},
            {" \u00fc"
             "b",
             "\u00fc"
             "b "}},
           // Snowball's rules of the language
           {"engines running", {.stem = Stemmer::English}, {"engin", "run"}},
           {"H\u00e4user laufend",
            {.stem = Stemmer::German},
            {"haus", "laufend"}},
           // runs of three and four letters, and the word before
           {"a cat",
            {.pieces = true},
            {"cat", "~ ca", "~cat", "~at ", "~ cat", "~cat "}},
           {"is red wine",
            {.min_length = 2, .pieces = true},
            {"is", "red", "is red", "~ re", "~red", "~ed ", "~ red", "~red ",
             "wine", "red wine", "~ wi", "~win", "~ine", "~ne ", "~ win",
             "~wine", "~ine "}},
           // phrases
           {"low interest rate",
            {.phrases = {"interest rate", "low interest rate", "high rate"}},
            {"low", "interest", "rate", "interest rate", "low interest rate"}},
           // pairs of letters
           {letters,
            {},
            {"\xE6\x9C\xBA\xE5\x99\xA8", "\xE5\x99\xA8\xE5\xAD\xA6",
             "\xE5\xAD\xA6\xE4\xB9\xA0", "linux", "\xE5\xA5\xBD",
             "\xEA\xB0\x80\xEB\x82\x98"}},
       })
    CHECK(terms(one.text, one.options) == one.terms);
  CHECK(terms(letters, {.cjk_bigrams = false}).size() == 2);
  for (const Stemmer language : kStemmers)
    CHECK(terms("word", {.stem = language}).size() == 1);
  Terms twice({.ngrams = 2});
  twice.start("one two");
  twice.start("three");
  CHECK(twice.next());
  CHECK_FALSE(twice.next());
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
      options.pieces = Pieces::No;
      const TextFeatures learned = learn_vocabulary(documents, options, 1);
      const Vocabulary again =
          vocabulary_from_archive(to_archive(learned.vocabulary));
      CHECK(again.words == words);
      CHECK(again.weighting == weighting);
      CHECK(same_rows(vectorize(documents, again, 1), learned.rows));
    }
  }
}

TEST_CASE("BM25 grows less with counts, and less in long documents") {
  VocabularyOptions options;
  options.weighting = Weighting::Bm25;
  options.min_documents = 1;
  options.pieces = Pieces::No;
  const Strings documents = {"aa aa aa bb", "cc dd"};
  const TextFeatures features = learn_vocabulary(documents, options, 1);
  // mean length 3; idf is log 2 for all: weights 2.2 c / (c + 1.2 (0.25 +
  // 0.75 * 4 / 3)) of c = 3 and 1 in the first document
  const double three = 2.2 * 3 / (3 + 1.5);
  const double one = 2.2 / (1 + 1.5);
  CHECK(features.vocabulary.mean_length == 3);
  const Doubles values = values_of(features.rows);
  CHECK(values[0] / values[1] == doctest::Approx(three / one));
}

}  // namespace
}  // namespace semilin::test
