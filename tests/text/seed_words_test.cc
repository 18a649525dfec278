#include "semilin/text/seed_words.h"

#include "semilin/text/vectorize.h"

#include "support/command.h"

namespace semilin::test {
namespace {

using WordList = Strings;

void check_words(const std::string& file, const std::string& text) {
  CAPTURE(file);
  const Workshop shop;
  shop.write(file, text);
  const std::vector<ClassWords> all = read_seed_words(shop.path(file));
  REQUIRE(all.size() == 2);
  CHECK(all[0].name == "sport");
  CHECK(all[0].words == WordList{"goal", "free kick", "match"});
  CHECK(all[1].name == "art & co");
  CHECK(all[1].words == WordList{"opera"});
}

TEST_CASE("words are read from tables, JSON and lines") {
  check_words("w.csv",
              "class,words\nsport,\"goal, \"\"free kick\"\"\"\n"
              "art & co,opera\nsport,match goal\n");
  check_words(
      "W.TSV",
      "words\tclass\ngoal \"free kick\" match\tsport\nopera\tart & co\n");
  check_words("w.jsonl",
              "{\"class\": \"sport\", \"words\": [\"goal\", \"free kick\", "
              "\"match\"]}\n{\"class\": \"art & co\", \"words\": \"opera\"}\n");
  check_words("w.json",
              "{\"sport\": [\"goal\", \"free kick\", \"match\"], \"art & co\": "
              "[\"opera\"]}");
  check_words("w.txt", "sport: goal, \"free kick\" match\n\nart & co: opera\n");
}

TEST_CASE("what holds no words is refused") {
  const Workshop shop;
  const auto refused = [&](const std::string& file, const std::string& text) {
    shop.write(file, text);
    CHECK_THROWS_AS((void)read_seed_words(shop.path(file)), DataError);
  };
  refused("e.txt", "");
  refused("no_class.txt", "goal match\n");
  refused("empty_name.txt", ": goal\n");
  refused("columns.csv", "name,words\nsport,goal\n");
  refused("broken.jsonl", "{\"class\": \n");
  refused("number.json", "{\"sport\": 3}");
  refused("list.json", "{\"sport\": [3]}");
  CHECK_THROWS_AS((void)read_seed_words(shop.path("absent")), DataError);
}

TEST_CASE("names are cut into words as documents are") {
  const Strings classes = {"comp.sys.IBM-PC", "Café au lait", "17"};
  const std::vector<ClassWords> all = words_of_names(classes);
  REQUIRE(all.size() == 3);
  CHECK(all[0].words == WordList{"comp", "sys", "ibm", "pc"});
  CHECK(all[1].words == WordList{"café", "au", "lait"});
  CHECK(all[2].words.empty());
}

TEST_CASE("words go through the analysis of documents") {
  const Strings documents = {"Cars and trucks", "New York cars", "old York car",
                             "new things"};
  VocabularyOptions options;
  options.words.stem = Stemmer::English;
  options.words.ngrams = 2;
  options.min_documents = 1;
  const Vocabulary vocabulary = learn_vocabulary(documents, options).vocabulary;
  const auto names = [&](const std::string& word) {
    const Strings one = {word};
    WordList found;
    const auto features = features_of_words(one, vocabulary);
    for (const std::int32_t j : features[0])
      found.push_back(vocabulary.terms[j]);
    std::sort(found.begin(), found.end());
    return found;
  };
  CHECK(names("CAR") == WordList{"car"});
  CHECK(names("new york") == WordList{"new", "new york", "york"});
  CHECK(names("unheard").empty());
}

TEST_CASE("features have names: a word's own before that in lower case") {
  const Strings features = {"goal", "Goal", "match"};
  const Strings words = {"Goal", "MATCH", "gaol"};
  const auto found = features_of_words(words, features);
  CHECK(found[0] == std::vector<std::int32_t>{1});
  CHECK(found[1] == std::vector<std::int32_t>{2});
  CHECK(found[2].empty());
}

}  // namespace
}  // namespace semilin::test
