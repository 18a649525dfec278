#include "semilin/advanced/corpus/word_contributions.h"

#include "semilin/text/vectorize.h"

#include "support/training.h"

namespace semilin::test {
namespace {

TEST_CASE("what the words of a text add makes the model's score") {
  const Strings documents = {"red roses", "rosy red", "white rose",
                             "white roof", "red roof"};
  const Vocabulary vocabulary =
      learn_vocabulary(documents, {.pieces = Pieces::Yes}).vocabulary;
  const LinearModel model =
      random_model({"a", "b", "c"}, std::ssize(vocabulary.terms), 1, 3);
  const std::string text = "rosehips on the red roof";
  const CsrStore row = vectorize(std::span(&text, 1), vocabulary);
  const Explanation found = explain(model, row, 1);
  const auto sum_of = [](const auto& all, auto member) {
    double sum = 0;
    for (const auto& one : all)
      sum += one.*member;
    return sum;
  };

  const auto with_text = by_words(found, vocabulary, text);
  const auto without = by_words(found, vocabulary);

  for (const auto& words : {with_text, without}) {
    CHECK(sum_of(words, &Contribution::product) + found.constant ==
          doctest::Approx(scores(model, row)[1]).epsilon(1e-12));
    CHECK(sum_of(words, &Contribution::value) ==
          doctest::Approx(sum_of(found.features, &Contribution::value)));
    for (const WordContribution& one : words) {
      CHECK(one.product == doctest::Approx(one.value * one.weight));
      CHECK(one.word[0] != '~');
    }
  }
  const auto words_in = [](const auto& all) {
    std::set<std::string> names;
    for (const WordContribution& one : all)
      names.insert(one.word);
    return names;
  };
  CHECK(words_in(with_text) ==
        std::set<std::string>{"red", "roof", "rosehips"});
  CHECK(words_in(without) ==
        std::set<std::string>{"parts of other words", "red", "roof"});
}

TEST_CASE("without pieces each feature is a word, as it was explained") {
  const Explanation found = {3, 1, {{1, 2, 1.5, 3}, {0, 1, -1, -1}}};
  const Vocabulary vocabulary = {.terms = {"cat"}, .idf = {1}, .documents = 2};

  const auto words = by_words(found, vocabulary, "a cat");

  REQUIRE(words.size() == 2);
  CHECK(words[0].word.empty());
  CHECK(words[0].feature == 1);
  CHECK(words[0].weight == 1.5);
  CHECK(words[1].word == "cat");
  CHECK(words[1].feature == 0);
  CHECK(words[1].product == -1);
}

}  // namespace
}  // namespace semilin::test
