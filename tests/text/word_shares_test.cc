#include "text/word_shares.h"

#include "semilin/text/vectorize.h"

#include "support/test.h"

namespace semilin::test {
namespace {

using Shares = std::map<std::string, double>;

// The documents are "dogs dog cat", "dogs cat", "bird". What is in all
// documents or in one is no term.
const Vocabulary kWords = {.terms = {"cat", "dogs", "cat dogs", "~ do", "~dog",
                                     "~ogs", "~bir", "dogs cat", "the cat"},
                           .idf = Doubles(9, 1),
                           .pieces = 6,
                           .documents = 9,
                           .words = {.pieces = true, .phrases = {"cat dogs"}}};

// Word by word the share that it has of the column.
Shares shares_of(std::int32_t column, std::vector<std::int32_t> columns,
                 const std::optional<std::string>& text = {}) {
  Shares found;
  for (const WordOfRow& one : words_of_row(columns, kWords, text))
    for (const auto& [position, share] : one.shares)
      if (columns[position] == column) found[one.word] += share;
  return found;
}

TEST_CASE("a run of letters is that of the words that contain it") {
  CHECK(shares_of(4, {0, 1, 4}) == Shares{{"dogs", 1}});
  CHECK(shares_of(4, {0, 1, 4}, "a dog, dogs, cat") ==
        Shares{{"dog", 0.5}, {"dogs", 0.5}});
  CHECK(shares_of(5, {0, 1, 5}, "a dog, dogs, cat") == Shares{{"dogs", 1}});
  CHECK(shares_of(4, {0, 4}, "hotdog, cat") == Shares{{"hotdog", 1}});
}

TEST_CASE("runs of unknown words are parts of other words") {
  CHECK(shares_of(6, {1, 4, 6}) == Shares{{std::string(kOtherWords), 1}});
  CHECK(shares_of(6, {1, 4, 6}, "dogs") ==
        Shares{{std::string(kOtherWords), 1}});
}

TEST_CASE("a pair is half of each of its words, a phrase is one") {
  CHECK(shares_of(7, {0, 1, 7}) == Shares{{"cat", 0.5}, {"dogs", 0.5}});
  CHECK(shares_of(8, {0, 8}) == Shares{{"cat", 0.5}, {"the", 0.5}});
  CHECK(shares_of(2, {0, 1, 2}) == Shares{{"cat dogs", 1}});
}

TEST_CASE("a word has its own column, and other features have no word") {
  const std::vector<std::int32_t> columns = {1, 4, 20};
  const auto found = words_of_row(columns, kWords, "the dogs");
  REQUIRE(found.size() == 2);
  CHECK(found[0].word == "dogs");
  CHECK(found[0].column == 1);
  CHECK(found[1].word.empty());
  CHECK(found[1].column == 20);
  const std::vector<std::int32_t> other = {4};
  CHECK(words_of_row(other, kWords, "dog")[0].column == -1);
}

TEST_CASE("the shares of every feature of a text add up to 1") {
  const Strings documents = {"red roses on the road", "rosy rose on a red roof",
                             "white rose", "white roofs", "the road is red"};
  const Vocabulary vocabulary =
      learn_vocabulary(documents, {.pieces = Pieces::Yes}).vocabulary;
  const std::string text = "the rosehip on the red roofing, white roses";
  vectorize(std::span(&text, 1), vocabulary).visit([&](const auto& row) {
    const auto columns = row.row_columns(0);
    for (const std::optional<std::string>& given :
         {std::optional<std::string>(text), std::optional<std::string>()}) {
      Doubles sums(columns.size());
      for (const WordOfRow& one : words_of_row(columns, vocabulary, given))
        for (const auto& [position, share] : one.shares)
          sums[position] += share;
      for (const double sum : sums)
        CHECK(sum == doctest::Approx(1).epsilon(1e-15));
    }
  });
}

}  // namespace
}  // namespace semilin::test
