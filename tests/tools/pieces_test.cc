// Nobody sees a piece of a word.
#include "support/command.h"

namespace semilin::test {
namespace {

const std::string kInflected =
    "id,text,label\n"
    "r1,the rocket reached orbit,space\n"
    "r2,an orbit around the moon,space\n"
    "h1,the goalie saved the puck,hockey\n"
    "h2,ice and puck and stick,hockey\n"
    "u1,rockets to the moon,\n"
    "u2,sticks on the ice,\n"
    "u3,orbit the moon by rocket,\n"
    "u4,the goalies on icy ice,\n";

TEST_CASE("explain says what pieces add by the words of the text") {
  const Workshop shop({{"d.csv", kInflected}});
  for (const std::string method : {"da", "committee"}) {
    CAPTURE(method);
    shop.run("train -q d.csv -o m --method " + method);
    for (const auto& [what, words] : std::map<std::string, json>{
             {"'rocketeers and goalposts'", {"and", "goalposts", "rocketeers"}},
             {"--data d.csv --row u4",
              {"goalies", "ice", "icy", "on", "the"}}}) {
      json found = json::array();
      const json listed = shop.json("explain m --json " + what)["terms"];
      for (const json& term : listed)
        found.push_back(term["term"]);
      std::sort(found.begin(), found.end());
      CHECK(found == words);
    }
  }
  shop.run("vectorize -q d.csv -o d.store");
  const std::string text = shop.run("explain m --data d.store --row u4");
  CHECK(holds(text, "\nparts of other words  "));
  CHECK(!holds(text, "~"));
}

TEST_CASE("lists of words have no pieces") {
  const Workshop shop({{"d.csv", kInflected}});
  shop.run("train -q d.csv -o m --method da --report r.html");
  const std::string listed = shop.run("inspect m --features 99");
  CHECK(holds(listed, "puck "));
  CHECK(!holds(listed, "~"));
  CHECK(!holds(listed, "the puck"));
  CHECK(!holds(shop.read("r.html"), "~puc"));
  const std::string words = shop.run("suggest d.csv --model m --words 99 -o -");
  CHECK(holds(words, "moon"));
  CHECK(!holds(words, "~"));
  CHECK(!holds(words, "the moon"));
  shop.write("new.csv", "id,text\na,moon ice\nb,goal\nc,xyz\n");
  const json labels = shop.json("predict m new.csv --json");
  CHECK(labels[0]["terms"] == 2);
  CHECK(labels[1]["terms"] == 1);  // a part of another word
  CHECK(labels[2]["terms"] == 0);
}

TEST_CASE("inspect counts words and pieces") {
  const Workshop shop({{"d.csv", kInflected}});
  for (const std::string method : {"da", "committee"}) {
    shop.run("train -q d.csv -o m --method " + method);
    const json held = shop.json("inspect m --json")["vocabulary"];
    CHECK(held["pieces"] > held["terms"]);
    CHECK(holds(shop.run("inspect m"),
                "\n  terms: " + held["terms"].dump() + " words and " +
                    held["pieces"].dump() + " pieces of words\n"));
  }
  shop.run("vectorize -q d.csv -o d.svm --pieces no");
  CHECK(holds(shop.run("inspect d.svm.vocab"), "\nterms: 14\n"));
}

TEST_CASE("only who reads texts says how") {
  const Workshop shop({{"d.csv", kInflected}});
  CHECK(holds(shop.told("train d.csv -o m --method da --pieces no --summary s"),
              "14 features, 2 classes; read as words.\n"));
  shop.run("train d.csv -o m -q --method da --summary s");
  CHECK(shop.summary()["pieces"] > shop.summary()["features"].get<int>() / 2);
  shop.run("vectorize d.csv -o d.store");
  for (const char* line : {"train d.store -o m --method da",
                           "vectorize d.csv -o x.store --ngrams 2"})
    CHECK(!holds(shop.told(line), "read as"));
}

}  // namespace
}  // namespace semilin::test
