#include "semilin/text/vectorize.h"

#include "support/rows.h"

namespace semilin::test {
namespace {

// Documents of 0 to 59 words out of 500, the first words more frequent.
Strings random_documents(Index count) {
  Random random(7);
  Strings documents(count);
  for (std::string& document : documents) {
    for (Index length = random.below(60); length > 0; --length) {
      const Index word = random.below(random.below(500) + 1);
      document += "w" + std::to_string(word) + (word % 7 ? " " : ", ÄÖ");
    }
  }
  return documents;
}

TEST_CASE("weights are those of the formula, by hand") {
  const Strings documents = {"cat dog cat", "dog bird", "dog", "cat bird"};
  const auto [vocabulary, rows] =
      learn_vocabulary(documents, {.pieces = Pieces::No});
  // df: bird 2, cat 2, dog 3; N = 4.
  REQUIRE(vocabulary.terms == Strings{"dog", "bird", "cat"});
  CHECK(vocabulary.documents == 4);
  CHECK(vocabulary.idf[0] == doctest::Approx(std::log(4.0 / 3)));
  CHECK(vocabulary.idf[1] == doctest::Approx(std::log(2)));
  CHECK(vocabulary.idf[2] == doctest::Approx(std::log(2)));
  const double cat = (1 + std::log(2)) * std::log(2);  // tf = 2
  const double dog = std::log(4.0 / 3);
  const auto table = table_of(rows);
  CHECK(table[0][0] == doctest::Approx(dog / std::hypot(cat, dog)));
  CHECK(table[0][1] == 0);
  CHECK(table[0][2] == doctest::Approx(cat / std::hypot(cat, dog)));
  CHECK(table[2] == Doubles{1, 0, 0});
  CHECK(table[3][1] == doctest::Approx(std::sqrt(0.5)));
}

TEST_CASE("unseen words are ignored, empty documents give empty rows") {
  const auto [vocabulary, rows] =
      learn_vocabulary(Strings{"cat dog", "dog bird", "cat bird dog", ""},
                       {.pieces = Pieces::No});
  const Strings later = {"fish", "", "cat fish", "CAT cat"};
  const CsrStore found = vectorize(later, vocabulary);
  CHECK(rows.rows() == 4);
  CHECK(table_of(rows)[3] == Doubles(3));
  CHECK(found.rows() == 4);
  CHECK(found.nonzeros() == 2);
  CHECK(table_of(found)[2] == Doubles{0, 0, 1});
  CHECK(table_of(found)[3] == Doubles{0, 0, 1});
}

TEST_CASE("pieces stand behind words and weigh half") {
  const Strings documents = {"red wine", "red roses", "tin"};
  const auto [vocabulary, rows] = learn_vocabulary(documents);
  // " re", "red", "ed ", " red" and "red " with their marks
  CHECK(vocabulary.terms ==
        Strings{"red", "~ re", "~ red", "~ed ", "~red", "~red "});
  CHECK(vocabulary.pieces == 5);
  for (std::size_t j = 0; j < 6; ++j)
    CHECK(vocabulary.idf[j] ==
          doctest::Approx(std::log(1.5) * (j == 0 ? 1 : 0.5)));
  CHECK(table_of(rows)[0][0] == doctest::Approx(1 / std::sqrt(1 + 5 * 0.25)));
  CHECK(same_rows(vectorize(documents, vocabulary), rows));
  CHECK(same_rows(
      vectorize(documents, vocabulary_from_archive(to_archive(vocabulary))),
      rows));
}

TEST_CASE("pieces are read of short texts, and where many words are unknown") {
  struct Case {
    int words, repeated;
    bool pieces;
  };
  // 39 words that all documents but one have, and their own ones
  for (const Case& one : {Case{39, 0, true}, Case{60, 0, false},
                          Case{60, 4, false}, Case{60, 8, true}}) {
    Strings documents(10);
    int number = 0;
    for (std::size_t i = 0; i + 1 < documents.size(); ++i) {
      for (int w = 0; w < one.words; ++w)
        documents[i] += "w" + std::to_string(w) + " ";
      for (int w = 0; w < one.repeated; ++w)
        documents[i] += "v" + std::to_string(number++) + " ";
    }
    for (const Pieces asked : kPieces) {
      const Vocabulary found =
          learn_vocabulary(documents, {.pieces = asked}).vocabulary;
      CHECK(found.words.pieces ==
            (asked == Pieces::Auto ? one.pieces : asked == Pieces::Yes));
      CHECK((found.pieces > 0) == found.words.pieces);
    }
  }
  const Strings some = {"red wine", "red roses", "tin"};
  const auto of_words = [&](const WordOptions& words, Pieces pieces) {
    return learn_vocabulary(some, {.words = words, .pieces = pieces})
        .vocabulary.pieces;
  };
  CHECK(of_words({.ngrams = 2}, Pieces::Auto) == 0);
  CHECK(of_words({.stem = Stemmer::English}, Pieces::Auto) == 0);
  CHECK(of_words({.stem = Stemmer::English}, Pieces::Yes) == 5);
  CHECK_THROWS_AS(of_words({.char_ngrams = 4}, Pieces::Yes), Invalid);
}

TEST_CASE("terms of labeled documents stay if most are labeled, and seeds") {
  const Strings documents = {"one two two", "two three", "one zeta", "eta"};
  const auto terms = [&](const KnownDocuments& known) {
    VocabularyBuilder builder({.pieces = Pieces::No});
    builder.add(documents);
    return builder.finish(known).vocabulary.terms;
  };
  const Strings frequent = {"one", "two"};
  CHECK(terms({}) == frequent);
  CHECK(terms({.labeled = {false, true, false, false}}) == frequent);
  CHECK(terms({.labeled = {false, true, true, false}}) ==
        Strings{"one", "two", "three", "zeta"});
  CHECK(terms({.words = {"eta", "absent"}}) == Strings{"one", "two", "eta"});
  // a run of words, in this order
  CHECK(terms({.words = {"Two three", "zeta one"}}) ==
        Strings{"one", "two", "three", "two three", "zeta"});
}

TEST_CASE("no documents, one document and no terms are no trouble") {
  CHECK(learn_vocabulary(Strings{}).rows.rows() == 0);
  const TextFeatures one = learn_vocabulary(Strings{"cat dog"});
  CHECK(one.vocabulary.terms.empty());
  CHECK(one.rows.rows() == 1);
  CHECK(one.rows.cols() == 0);
  CHECK(vectorize(Strings{"cat"}, Vocabulary{}).rows() == 1);
  CHECK(vectorize(Strings{}, one.vocabulary).rows() == 0);
}

TEST_CASE("rows are valid and of unit length") {
  const TextFeatures features = learn_vocabulary(random_documents(300));
  CHECK_NOTHROW(require_valid(features.rows));
  for (const Doubles& row : table_of(features.rows)) {
    double squares = 0;
    for (const double value : row)
      squares += value * value;
    if (squares > 0) CHECK(squares == doctest::Approx(1).epsilon(1e-6));
  }
}

TEST_CASE("permuting the documents permutes the rows and nothing else") {
  const Strings documents = random_documents(200);
  std::vector<Index> order(documents.size());
  for (Index i = 0; i < std::ssize(order); ++i)
    order[i] = i;
  Random(3).shuffle(order);
  Strings permuted;
  for (const Index i : order)
    permuted.push_back(documents[i]);
  const TextFeatures a = learn_vocabulary(documents);
  const TextFeatures b = learn_vocabulary(permuted);
  CHECK(a.vocabulary.terms == b.vocabulary.terms);
  CHECK(a.vocabulary.idf == b.vocabulary.idf);
  CHECK(table_of(a.rows.select(order)) == table_of(b.rows));
}

TEST_CASE("threads and batches do not change the result") {
  // 6 MB of text: several tasks in both directions.
  const Strings documents = random_documents(30000);
  const auto half = static_cast<std::ptrdiff_t>(documents.size() / 3);
  const TextFeatures one = learn_vocabulary(documents, {}, 1);
  const CsrStore again = vectorize(documents, one.vocabulary, 1);
  CHECK(same_rows(one.rows, again));
  for (const int threads : {2, 4}) {
    const TextFeatures more = learn_vocabulary(documents, {}, threads);
    CHECK(more.vocabulary.terms == one.vocabulary.terms);
    CHECK(same_rows(more.rows, one.rows));
    CHECK(same_rows(vectorize(documents, one.vocabulary, threads), one.rows));
  }
  VocabularyBuilder builder;
  Vectorizer vectorizer(one.vocabulary);
  for (const auto& part :
       {std::span(documents).first(half), std::span(documents).subspan(half)}) {
    builder.add(part);
    vectorizer.add(part);
  }
  CHECK(builder.documents() == std::ssize(documents));
  CHECK(same_rows(builder.finish().rows, one.rows));
  CHECK(same_rows(vectorizer.take_rows(), one.rows));
}

}  // namespace
}  // namespace semilin::test
