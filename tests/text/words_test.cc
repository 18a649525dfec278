#include "text/words.h"

#include "support/test.h"

namespace semilin::test {
namespace {

Strings words_of(std::string_view text, const WordOptions& options = {}) {
  Words words(options);
  words.start(text);
  Strings found;
  while (words.next())
    found.emplace_back(words.word());
  return found;
}

TEST_CASE("ASCII words are runs of letters and digits after a letter") {
  CHECK(words_of("Hello, World 42 x2 3rd don't a_b  C++ i18n") ==
        Strings{"hello", "world", "x2", "rd", "don", "i18n"});
  CHECK(words_of("") == Strings{});
  CHECK(words_of(" \t\n 12 . a b 9z") == Strings{});
  CHECK(words_of("tail") == Strings{"tail"});
}

TEST_CASE("words of one letter are kept if asked for") {
  CHECK(words_of("a 1 bc", {.min_length = 1}) == Strings{"a", "bc"});
  CHECK(words_of("ab abc", {.min_length = 3}) == Strings{"abc"});
  CHECK(words_of("äö äöü", {.min_length = 3}) == Strings{"äöü"});
}

TEST_CASE("case is folded in every script") {
  CHECK(words_of("ÜBER Äpfel STRASSE Straße") ==
        Strings{"über", "äpfel", "strasse", "strasse"});
  CHECK(words_of("ΣΊΣΥΦΟΣ σίσυφος") == Strings{"σίσυφοσ", "σίσυφοσ"});
  CHECK(words_of("ПРИВЕТ, Мир!") == Strings{"привет", "мир"});
}

TEST_CASE("spellings of one character become one") {
  CHECK(words_of("u\u0308ber") == words_of("\u00fcber"));
  CHECK(words_of("ﬁsh ｆｕｌｌ Ⅳ x²") == Strings{"fish", "full", "iv", "x2"});
  CHECK(words_of("infor\u00admation") == Strings{"information"});
}

TEST_CASE("marks and digits continue a word but do not begin one") {
  CHECK(words_of("\u0301abc हिन्दी") == Strings{"abc", "हिन्दी"});
  CHECK(words_of("٣أب٣") == Strings{"أب٣"});
  CHECK(words_of("12äb3") == Strings{"äb3"});
}

TEST_CASE("without pairs a run of Chinese is one word") {
  CHECK(words_of("自然语言。处理", {.cjk_bigrams = false}) ==
        Strings{"自然语言", "处理"});
}

TEST_CASE("other characters separate words") {
  CHECK(words_of("one—two…three\u00a0four€five") ==
        Strings{"one", "two", "three", "four", "five"});
}

TEST_CASE("bytes that are not UTF-8 end a word and nothing else") {
  CHECK(words_of("caf\xe9 bar\xff\xfe"
                 "baz") == Strings{"caf", "bar", "baz"});
  CHECK(words_of("\xc3") == Strings{});
  CHECK(words_of("ab\xc3\xbc\x80zz") == Strings{"abü", "zz"});
  CHECK(words_of(std::string_view("ab\0cd", 5)) == Strings{"ab", "cd"});
  CHECK(words_of("x\xed\xa0\x80yy") == Strings{"yy"});  // a surrogate
}

TEST_CASE("ASCII words do not depend on the path taken") {
  // In one segment with a non-ASCII letter the slow path reads them.
  CHECK(words_of("Hello42World") == Strings{"hello42world"});
  CHECK(words_of("Hello42World\u2014") == Strings{"hello42world"});
  CHECK(words_of("3rd\u20144TH") == Strings{"rd", "th"});
}

TEST_CASE("a word of no length is refused") {
  CHECK_THROWS_WITH_AS(Words({.min_length = 0}),
                       "Words: min_length must be positive", Invalid);
}

}  // namespace
}  // namespace semilin::test
