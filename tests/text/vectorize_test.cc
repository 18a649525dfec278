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
  const auto [vocabulary, rows] = learn_vocabulary(documents);
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
      learn_vocabulary(Strings{"cat dog", "dog bird", "cat bird dog", ""});
  const Strings later = {"fish", "", "cat fish", "CAT cat"};
  const CsrStore found = vectorize(later, vocabulary);
  CHECK(rows.rows() == 4);
  CHECK(table_of(rows)[3] == Doubles(3));
  CHECK(found.rows() == 4);
  CHECK(found.nonzeros() == 2);
  CHECK(table_of(found)[2] == Doubles{0, 0, 1});
  CHECK(table_of(found)[3] == Doubles{0, 0, 1});
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
