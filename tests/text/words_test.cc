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

TEST_CASE("words are cut as Unicode says, in lower case and one spelling") {
  struct Case {
    std::string_view text;
    Strings words;
    WordOptions options = {};
  };
  for (const Case& one : {
           // runs of letters and digits after a letter
           Case{"Hello, World 42 x2 3rd don't a_b  C++ i18n",
                {"hello", "world", "x2", "rd", "don", "i18n"}},
           {"", {}},
           {" \t\n 12 . a b 9z", {}},
           {"tail", {"tail"}},
           {"a 1 bc", {"a", "bc"}, {.min_length = 1}},
           {"ab abc", {"abc"}, {.min_length = 3}},
           {"äö äöü", {"äöü"}, {.min_length = 3}},
           // case is folded in every script
           {"ÜBER Äpfel STRASSE Straße",
            {"über", "äpfel", "strasse", "strasse"}},
           {"ΣΊΣΥΦΟΣ σίσυφος", {"σίσυφοσ", "σίσυφοσ"}},
           {"ПРИВЕТ, Мир!", {"привет", "мир"}},
           // spellings of one character become one
           {"u\u0308ber", {"\u00fcber"}},
           {"ﬁsh ｆｕｌｌ Ⅳ x²", {"fish", "full", "iv", "x2"}},
           {"infor\u00admation", {"information"}},
           // marks and digits continue a word but do not begin one
           {"\u0301abc हिन्दी", {"abc", "हिन्दी"}},
           {"٣أب٣", {"أب٣"}},
           {"12äb3", {"äb3"}},
           // without pairs a run of Chinese is one word
           {"自然语言。处理", {"自然语言", "处理"}, {.cjk_bigrams = false}},
           // other characters separate words
           {"one—two…three\u00a0four€five",
            {"one", "two", "three", "four", "five"}},
           // bytes that are not UTF-8 end a word and nothing else
           {"caf\xe9 bar\xff\xfe"
            "baz",
            {"caf", "bar", "baz"}},
           {"\xc3", {}},
           {"ab\xc3\xbc\x80zz", {"abü", "zz"}},
           {std::string_view("ab\0cd", 5), {"ab", "cd"}},
           {"x\xed\xa0\x80yy", {"yy"}},  // a surrogate
           // the slow path reads ASCII words beside a letter that is not
           {"Hello42World", {"hello42world"}},
           {"Hello42World\u2014", {"hello42world"}},
           {"3rd\u20144TH", {"rd", "th"}},
       })
    CHECK(words_of(one.text, one.options) == one.words);
  CHECK_THROWS_WITH_AS(Words({.min_length = 0}),
                       "Words: min_length must be positive", Invalid);
}

}  // namespace
}  // namespace semilin::test
