#include "semilin/text/vocabulary.h"

#include "semilin/text/vectorize.h"

#include "support/test.h"

namespace semilin::test {
namespace {

Vocabulary small() {
  return {.terms = {"apple", "pear", "über"},
          .idf = {0.25, 1.5, 2},
          .documents = 7,
          .words = {.min_length = 3}};
}

TEST_CASE("a vocabulary survives the archive") {
  const Archive archive = to_archive(small());
  CHECK(holds_vocabulary(archive));
  const Vocabulary back = vocabulary_from_archive(archive);
  CHECK(back.terms == small().terms);
  CHECK(back.idf == small().idf);
  CHECK(back.documents == 7);
  CHECK(back.words.min_length == 3);
  const Vocabulary none = vocabulary_from_archive(to_archive(Vocabulary{}));
  CHECK(none.terms.empty());
  CHECK(none.idf.empty());
}

TEST_CASE("an archive that is no vocabulary is refused") {
  const auto idf = [](const Doubles& numbers) {
    return [numbers](Archive& a) { a.put("idf", std::span(numbers)); };
  };
  const auto terms = [](std::string_view text) {
    return [text](Archive& a) { a.put("terms", std::span(text)); };
  };
  const auto header = [](const std::string& text) {
    return [text](Archive& a) { a.header = text; };
  };
  const std::vector<std::function<void(Archive&)>> cases = {
      [](Archive& a) { a.kind = "linear-model"; },
      [](Archive& a) { a = {}; },
      header(R"({"version": 1, "documents": 9, "min_length": 3})"),
      header(R"({"version": 3})"),
      header("{"),
      header(R"({"version": 2})"),  // a field is missing
      [](Archive& a) { a.arrays.erase("idf"); },
      idf({1, 3, 2}),    // a rare term before a frequent one
      [&](Archive& a) {  // terms of one frequency out of order
        idf({1, 1, 2})(a);
        terms("b\na\nc\n")(a);
      },
      terms("a\nb\na\n"),
      terms("a\nb\n"),
      idf({1, 0, 1})};
  for (std::size_t i = 0; i < cases.size(); ++i) {
    CAPTURE(i);
    Archive archive = to_archive(small());
    cases[i](archive);
    CHECK_THROWS_AS((void)vocabulary_from_archive(archive), DataError);
  }
}

TEST_CASE("frequent terms come first, all within the frequency limits") {
  const Strings documents = {"zebra apple every Zebra", "über apple every",
                             "zebra once every", "über apple every"};
  const auto terms = [&](VocabularyOptions options) {
    options.pieces = Pieces::No;
    return learn_vocabulary(documents, options).vocabulary.terms;
  };
  CHECK(terms({}) == Strings{"apple", "zebra", "über"});
  CHECK(terms({.min_documents = 1}) ==
        Strings{"apple", "zebra", "über", "once"});
  CHECK(terms({.min_documents = 3}) == Strings{"apple"});
  CHECK(terms({.max_fraction = 0.5}) == Strings{"zebra", "über"});
  CHECK(terms({.min_documents = 9}) == Strings{});
  CHECK_THROWS_AS(terms({.min_documents = 0}), Invalid);
  CHECK_THROWS_AS(terms({.max_fraction = 0}), Invalid);
  CHECK_THROWS_AS(terms({.max_fraction = 1.5}), Invalid);
}

}  // namespace
}  // namespace semilin::test
