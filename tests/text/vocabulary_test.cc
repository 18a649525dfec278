#include "semilin/text/vocabulary.h"

#include "semilin/base/error.h"
#include "semilin/text/vectorize.h"

#include "support/test.h"

namespace semilin {
namespace {

using Strings = std::vector<std::string>;

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
}

TEST_CASE("an empty vocabulary survives the archive") {
  const Vocabulary back = vocabulary_from_archive(to_archive(Vocabulary{}));

  CHECK(back.terms.empty());
  CHECK(back.idf.empty());
}

TEST_CASE("an archive that is no vocabulary is refused") {
  Archive archive = to_archive(small());
  SUBCASE("other kind") {
    archive.kind = "linear-model";
  }
  SUBCASE("no kind") {
    archive = {};
  }
  SUBCASE("earlier version") {
    archive.header = R"({"version": 1, "documents": 9, "min_length": 3})";
  }
  SUBCASE("later version") {
    archive.header = R"({"version": 3})";
  }
  SUBCASE("header cut short") {
    archive.header = "{";
  }
  SUBCASE("field missing") {
    archive.header = R"({"version": 2})";
  }
  SUBCASE("array missing") {
    archive.arrays.erase("idf");
  }
  SUBCASE("a rare term before a frequent one") {
    const std::vector<double> idf{1, 3, 2};
    archive.put("idf", std::span<const double>(idf));
  }
  SUBCASE("terms of one frequency out of order") {
    const std::vector<double> idf{1, 1, 2};
    archive.put("idf", std::span<const double>(idf));
    archive.put("terms", std::span<const char>("b\na\nc\n", 6));
  }
  SUBCASE("a term twice") {
    archive.put("terms", std::span<const char>("a\nb\na\n", 6));
  }
  SUBCASE("too few terms") {
    archive.put("terms", std::span<const char>("a\nb\n", 4));
  }
  SUBCASE("weight not positive") {
    const std::vector<double> idf{1, 0, 1};
    archive.put("idf", std::span<const double>(idf));
  }

  CHECK_THROWS_AS((void)vocabulary_from_archive(archive), DataError);
}

TEST_CASE("frequent terms come first, all within the frequency limits") {
  const std::vector<std::string> documents = {
      "zebra apple every Zebra", "über apple every", "zebra once every",
      "über apple every"};

  const auto terms = [&](const VocabularyOptions& options) {
    return learn_vocabulary(documents, options).vocabulary.terms;
  };

  CHECK(terms({}) == Strings{"apple", "zebra", "über"});
  CHECK(terms({.min_documents = 1}) ==
        Strings{"apple", "zebra", "über", "once"});
  CHECK(terms({.min_documents = 3}) == Strings{"apple"});
  CHECK(terms({.max_fraction = 0.5}) == Strings{"zebra", "über"});
  CHECK(terms({.min_documents = 9}) == Strings{});
}

TEST_CASE("limits out of bounds are refused") {
  CHECK_THROWS_AS(VocabularyBuilder({.min_documents = 0}),
                  std::invalid_argument);
  CHECK_THROWS_AS(VocabularyBuilder({.max_fraction = 0}),
                  std::invalid_argument);
  CHECK_THROWS_AS(VocabularyBuilder({.max_fraction = 1.5}),
                  std::invalid_argument);
}

}  // namespace
}  // namespace semilin
